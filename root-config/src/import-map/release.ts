import { isPackageName, modulePrefix } from '@portico/shared';
import { reporterName } from '../reports/start-reporting';

/** Names to absolute addresses. */
export type Imports = Readonly<Record<string, string | undefined>>;

/** What is deployed together: each module is a unit, by its name; all that the page starts with is another one. */
export const shellUnit = '@portico';

/**
 * The unit of an import map name; `undefined` for the operator's reporter and packages of teams, which a page keeps.
 */
export function findUnit(name: string | undefined): string | undefined {
  if (name === undefined || name === reporterName || isPackageName(name)) return undefined;
  return name.startsWith(modulePrefix) ? name : shellUnit;
}

/** Identifies the deployed build of a unit by its addresses; `undefined` if the map lacks it. */
export function findRelease(unit: string, imports: Imports): string | undefined {
  if (unit !== shellUnit) return imports[unit];
  if (!imports['@portico/root-config']) return undefined;
  const addresses = Object.keys(imports).flatMap((name) => (findUnit(name) === shellUnit ? (imports[name] ?? []) : []));
  return [...new Set(addresses)].sort().join(' ');
}

let openModule: string | undefined;

/** The import map name of the module on screen; `undefined` if the shell's own screens are. */
export function getOpenModule(): string | undefined {
  return openModule;
}

/** Called by the router alone, before it announces a change of the address. */
export function setOpenModule(name: string | undefined): void {
  openModule = name;
}

/** Whether a unit is on screen; the shell always is. */
export function isOpen(unit: string): boolean {
  return unit === shellUnit || unit === openModule;
}
