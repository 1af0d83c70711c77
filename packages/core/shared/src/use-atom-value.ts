import type { Atom } from 'jotai';
import { useCallback, useSyncExternalStore } from 'react';
import { store } from './store';

/**
 * The value of an atom in the store of the page; re-renders when it changes. Replaces the hook and the provider of jotai,
 * which would add 1 KB before the sign-in form for promises and other stores.
 */
export function useAtomValue<Value>(atom: Atom<Value>): Value {
  const subscribe = useCallback((onChange: () => void) => store.sub(atom, onChange), [atom]);
  const get = () => store.get(atom);
  return useSyncExternalStore(subscribe, get, get);
}
