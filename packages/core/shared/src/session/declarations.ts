import { type Declarations, modulePrefix } from '@portico/contract';
import { atom } from 'jotai';
import { findDeclaredEntry } from '../api/configuration';
import { store } from '../store';
import { appsAtom } from './session-state';

/** The number of import maps that this tab has adopted. */
const adoptedMapsAtom = atom(0);
adoptedMapsAtom.debugLabel = 'adoptedMaps';

/**
 * The declarations of the user's modules, by key. They change with the user's applications and with the import map of the
 * tab. A module that declares nothing, or that the map lacks, is absent.
 */
export const declarationsAtom = atom((get): ReadonlyMap<string, Declarations> => {
  get(adoptedMapsAtom);
  return new Map(
    get(appsAtom).flatMap(({ module }) => {
      const { declarations } = findDeclaredEntry(modulePrefix + module);
      return declarations ? [[module, declarations] as const] : [];
    }),
  );
});
declarationsAtom.debugLabel = 'declarations';

/** Reads the declarations again. Only root-config calls it, when the import map of the tab has changed. */
export function announceImportMap(): void {
  store.set(adoptedMapsAtom, (count) => count + 1);
}
