import { findEntry, isPackageImport, modulePrefix } from '@portico/shared';
import { findNearest } from '../reports/attribute';
import { findAddress } from './module-import';

/** The version of a module or a package that added something to the document. */
export interface Owner {
  /** The name in the import map. */
  readonly name: string;
  /** The address of its entry; the name, if the import map lacks it. */
  readonly address: string;
}

/** By script. A module is in the import map before its scripts run, so an answer never changes. */
const owners = new Map<string, Owner | undefined>();

/** Returns the modules and packages that these scripts belong to, without the shell and scripts of no known owner. */
export function findOwners(scripts: readonly string[]): Owner[] {
  return scripts.flatMap((script) => {
    if (!owners.has(script)) owners.set(script, lookUpOwner(script));
    return owners.get(script) ?? [];
  });
}

function lookUpOwner(script: string): Owner | undefined {
  const { imports = {}, scopes = {} } = System.getImportMap();
  const named = [imports, ...Object.values(scopes)].flatMap((part) => Object.entries(part));
  const [nearest, ...others] = findNearest(script, [...new Set(named.map(([, address]) => address))]);
  // Two modules in one folder also share it for their chunks.
  if (nearest === undefined || others.length > 0) return undefined;
  const name = named.find(([, address]) => address === nearest)?.[0] ?? '';
  return isTeamName(name) ? { name, address: nearest } : undefined;
}

const isTeamName = (name: string) => name.startsWith(modulePrefix) || isPackageImport(name);

/** Returns the version that a name leads to now. */
export function getCurrentOwner(name: string): Owner {
  return { name, address: findAddress(name) ?? name };
}

/** Lists the addresses of the entry of a name and of all that it imports, also through others. */
export function listImports(name: string): ReadonlySet<string> {
  const found = new Set([getCurrentOwner(name).address]);
  for (const importer of found) {
    for (const imported of findEntry(importer).imports ?? []) {
      const address = findAddress(imported, importer);
      if (address !== undefined) found.add(address);
    }
  }
  return found;
}
