import { modulePrefix } from '@portico/shared';

/** Who is at fault, if that can be told, and where the fault is. */
export interface Attribution {
  readonly source?: string;
  /** The script that decided. */
  readonly address?: string;
}

const shell = '@portico/root-config';
/** Modules and parcels; not the shell itself nor its libraries, which all of them call. */
const answerable = /^@module\/|^@portico\/(?!(shared|ui|root-config)$)/;

/**
 * Who is at fault, by the scripts of a stack: the topmost module or parcel, because what it calls, such as React or
 * the shell's libraries, throws at its request. A script that the import map does not know is nobody's.
 * @param imports names to absolute addresses
 */
export function attribute(scripts: readonly string[], imports: Readonly<Record<string, string>>): Attribution {
  let library: Attribution = {};
  for (const address of scripts) {
    const owners = ownersOf(address, imports);
    const [owner] = owners;
    if (owner === undefined) return { address };
    const isSole = owners.length === 1;
    if (isSole && answerable.test(owner)) return { source: owner, address };
    // Two modules in one folder have their chunks there, too: nobody can tell whose.
    const isOfModules = owners.some((name) => name.startsWith(modulePrefix));
    if (!library.address) library = isOfModules ? { address } : { source: isSole ? owner : shell, address };
  }
  return library;
}

/** The names whose file a script is; of none, those with the longest folder that it lies in. */
function ownersOf(script: string, imports: Readonly<Record<string, string>>): string[] {
  const file = withoutQuery(script);
  const lengthOf = (name: string) => matchLength(file, withoutQuery(imports[name] ?? ''));
  const names = Object.keys(imports);
  const longest = Math.max(1, ...names.map(lengthOf));
  return names.filter((name) => lengthOf(name) === longest);
}

function matchLength(file: string, entry: string): number {
  if (file === entry) return Number.POSITIVE_INFINITY;
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  // The page itself lies there, and with it what is inline.
  return file.startsWith(folder) && folder !== `${location.origin}/` ? folder.length : 0;
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*/, '');
}
