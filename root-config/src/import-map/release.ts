import { isPackageName, modulePrefix } from '@portico/shared';
import { reporterName } from '../reports/start-reporting';

/** Modules are deployed alone: each is a unit, by its name. All that the page starts with is this one. */
export const shellUnit = '@portico';

/**
 * The unit of an import map name; `undefined` for the operator's reporter and packages of teams, which a page keeps.
 */
export function findUnit(name: string | undefined): string | undefined {
  if (name === undefined || name === reporterName || isPackageName(name)) return undefined;
  return name.startsWith(modulePrefix) ? name : shellUnit;
}

/**
 * Identifies the deployed build of a unit by its addresses; `undefined` if the map lacks it.
 * @param imports names to absolute addresses
 */
export function findRelease(unit: string, imports: Readonly<Record<string, string | undefined>>): string | undefined {
  if (unit !== shellUnit) return imports[unit];
  if (!imports['@portico/root-config']) return undefined;
  const addresses = Object.keys(imports).flatMap((name) => (findUnit(name) === shellUnit ? (imports[name] ?? []) : []));
  return [...new Set(addresses)].sort().join(' ');
}
