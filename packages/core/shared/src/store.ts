import { type Atom, createStore, useAtomValue as useValue } from 'jotai';

/** The store of the page: every bundle of the shell reads the same session, applications and settings. */
export const store = createStore();

/** Returns the value of an atom in the store of the page. */
export const useAtomValue = <Value>(atom: Atom<Value>) => useValue(atom, { store });
