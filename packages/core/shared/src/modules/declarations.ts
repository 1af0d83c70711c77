import { type Declarations, modulePrefix } from '@portico/contract';
import { findDeclaredEntry, readPage } from '../api/configuration';

/**
 * Returns what the version of a module that this tab has declares. Unlike `declarationsAtom`, also for a module that the
 * user has open without a grant, such as a public page.
 */
export function findDeclarations(key: string): Declarations {
  return findDeclaredEntry(modulePrefix + key).declarations ?? {};
}

/** Whether a developer overrides the module: no publication has recorded what their build declares. */
export function isModuleOverridden(key: string): boolean {
  return Object.hasOwn(readPage().overrides, modulePrefix + key);
}
