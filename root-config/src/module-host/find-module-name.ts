import { appsAtom, store } from '@portico/shared';

/** The name of the application that the module belongs to; otherwise its key. */
export function findModuleName(key: string): string {
  return store.get(appsAtom).find(({ module }) => module === key)?.name ?? key;
}
