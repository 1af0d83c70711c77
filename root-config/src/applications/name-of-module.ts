import { appsAtom, store } from '@portico/shared';

/** What people call a module: the name of the application it belongs to, or its key. */
export function nameOfModule(key: string): string {
  return store.get(appsAtom).find(({ module }) => module === key)?.name ?? key;
}
