import { modulePrefix } from '@portico/shared';

/** Names to absolute addresses. */
export type Imports = Readonly<Record<string, string | undefined>>;

/** What is deployed as one: a module, by its name, or everything that the page starts with. */
export const shellUnit = '@portico';
const apart = '@portico/reporter';

/** The unit that a name of the import map belongs to; of nobody's interest is the operator's reporter. */
export function unitOf(name: string | undefined): string | undefined {
  if (name === undefined || name === apart) return undefined;
  return name.startsWith(modulePrefix) ? name : shellUnit;
}

/** Tells one deployed build of a unit from another: its addresses; `undefined` when the map lacks it. */
export function releaseOf(unit: string, imports: Imports): string | undefined {
  if (unit !== shellUnit) return imports[unit];
  if (!imports['@portico/root-config']) return undefined;
  const addresses = Object.keys(imports).flatMap((name) => (unitOf(name) === shellUnit ? (imports[name] ?? []) : []));
  return [...new Set(addresses)].sort().join(' ');
}
