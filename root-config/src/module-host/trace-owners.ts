import { findDeclaredEntry, findEntry, isPackageImport, modulePrefix } from '@portico/shared';
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

/** The packages of modules whose imports are unknown, such as those of the build, by the addresses of both. */
const undeclaredImports = new Map<string, Set<string>>();

/**
 * Records that a module uses a package, if nothing on screen declares that.
 * @param namesOnScreen the name of the module is the last
 */
export function recordUse(owner: Owner, namesOnScreen: readonly string[]): void {
  const name = namesOnScreen.at(-1);
  if (name === undefined || !isPackageImport(owner.name) || findDeclaredEntry(name).imports) return;
  if (namesOnScreen.some((each) => listImports(each).has(owner.address))) return;
  const { address } = getCurrentOwner(name);
  undeclaredImports.set(address, new Set(undeclaredImports.get(address)).add(owner.address));
}

/** Lists the addresses of the entry of a name and of all that it imports, also through others; its own is first. */
export function listImports(name: string): ReadonlySet<string> {
  const { address } = getCurrentOwner(name);
  const found = new Set([address]);
  const add = (imports: Iterable<string> = [], importer = address) => {
    for (const imported of imports) found.add(findAddress(imported, importer) ?? address);
  };
  add(findDeclaredEntry(name).imports);
  for (const importer of found) {
    add(findEntry(importer).imports, importer);
    add(undeclaredImports.get(importer), importer);
  }
  return found;
}
