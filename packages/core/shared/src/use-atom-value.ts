import type { Atom } from 'jotai';
import { useCallback, useSyncExternalStore } from 'react';
import { store } from './store';

/**
 * The value of an atom in the store of the page; re-renders when it changes. Replaces the hook and the provider of
 * jotai, which would add 1 KB before the sign-in form for promises and other stores.
 * @param rendered the value in what the build rendered, if the one of the user may differ
 */
export function useAtomValue<Value>(atom: Atom<Value>, rendered?: Value): Value {
  const subscribe = useCallback((onChange: () => void) => store.sub(atom, onChange), [atom]);
  const get = () => store.get(atom);
  return useSyncExternalStore(subscribe, get, () => (rendered === undefined ? get() : rendered));
}
