import { modulePrefix } from '@portico/contract';

/** Which part of the page caused an error, if that is known. */
interface Attribution {
  /** Its import map name. */
  readonly source?: string;
  /** The script that identified it. */
  readonly address?: string;
}

const shell = '@portico/root-config';
/** Modules and parcels, but not the shell and its libraries, which all of them call. */
const accountable = /^@module\/|^@portico\/(?!(shared|ui|root-config)$)/;

/**
 * Finds the part that caused an error from the scripts of its stack, topmost first: the topmost module or parcel,
 * because React and the shell's libraries throw at its request. A script that the import map does not list belongs to
 * no part.
 * @param imports names to absolute addresses
 */
export function attribute(scripts: readonly string[], imports: Readonly<Record<string, string>>): Attribution {
  let library: Attribution = {};
  for (const address of scripts) {
    const owners = findOwners(address, imports);
    const [owner] = owners;
    if (owner === undefined) return { address };
    const isSole = owners.length === 1;
    if (isSole && accountable.test(owner)) return { source: owner, address };
    // Two modules in one folder also share it for their chunks, so the owner of a chunk is unknown.
    const isOfModules = owners.some((name) => name.startsWith(modulePrefix));
    if (!library.address) library = isOfModules ? { address } : { source: isSole ? owner : shell, address };
  }
  return library;
}

/** The names whose file the script is; otherwise those with the longest folder that contains it. */
function findOwners(script: string, imports: Readonly<Record<string, string>>): string[] {
  const nearest = findNearest(script, Object.values(imports));
  return Object.keys(imports).filter((name) => nearest.includes(imports[name] ?? ''));
}

/** The entries that the script is; otherwise those with the longest folder that contains it. */
export function findNearest(script: string, entries: readonly string[]): string[] {
  const file = removeQuery(script);
  const getLength = (entry: string) => measureMatch(file, removeQuery(entry));
  const longest = Math.max(1, ...entries.map(getLength));
  return entries.filter((entry) => getLength(entry) === longest);
}

function measureMatch(file: string, entry: string): number {
  if (file === entry) return Number.POSITIVE_INFINITY;
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  // The root folder also contains the page itself, with its inline scripts.
  return file.startsWith(folder) && folder !== `${location.origin}/` ? folder.length : 0;
}

function removeQuery(address: string): string {
  return address.replace(/[?#].*/, '');
}

/** The import map in force, overrides and later additions included: names to absolute addresses. */
export function getActiveImports(): Readonly<Record<string, string>> {
  return System.getImportMap().imports ?? {};
}

// An address, up to the line number that follows it: `:1:2` in all engines, ` line 1 > eval` in Firefox.
const script = /[a-z][a-z\d+.-]*:\/\/\S*?(?=:\d+(?:[:),\s]|$)| line \d)/i;

/** The addresses of the scripts in the stack of an error, the one that threw first; empty if there is no stack. */
export function parseScripts(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  // Chromium's stack begins with the message, which may contain an address; Firefox and Safari leave it out.
  const lines = error.stack.replace(`: ${error.message}`, '').split('\n');
  return lines.flatMap((line) => script.exec(line)?.[0] ?? []);
}
