import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { type Entry, listNeeds, type ModuleFile, type PolicyNeeds } from '@portico/contract';
import { parse } from 'acorn';
import { ApiError } from '../../http/api-error';
import type { ErrorCode } from '../../http/messages-pt';
import type { StoredEntry } from '../live-map/stored-entry';
import { findClassicContainer, findModuleContainer } from './find-container';

/** A version whose files have been checked, ready to be stored. */
export interface PreparedVersion {
  readonly module: string;
  readonly version: string;
  /** The address of the entry: a path of the portal, or an absolute address. */
  readonly address: string;
  /** The integrity of the entry and its chunks, by address. */
  readonly integrity: Readonly<Record<string, string>>;
  /** The addresses of the scripts that it loads until it is on screen, after its entry, as far as they are known. */
  readonly preloads: readonly string[];
  /** What it needs from the content policy of the page. */
  readonly policy: PolicyNeeds;
  /** The manifest of the federation by which it was published, if it was: its name in the folder. */
  readonly manifest?: string;
  /** What a page must know of the entry. */
  readonly entry: StoredEntry;
  /** The uploaded files; empty if the team hosts them. */
  readonly files: readonly ModuleFile[];
  /** What the team should know although it hinders nothing. */
  readonly warnings?: readonly PublicationWarning[];
  /** Equal for equal content at equal addresses. */
  readonly fingerprint: string;
}

/** A message of the catalogue, with its values. */
export interface PublicationWarning {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string>>;
}

/** The `fingerprint` of a version with this entry address, these files and needs. */
export function computeFingerprint(
  address: string,
  files: readonly ModuleFile[],
  policy: PolicyNeeds = {},
  styles: readonly string[] = [],
): string {
  const lines = files.map(({ name, digest }) => `${name} ${digest}`).sort();
  return createHash('sha256')
    .update([address, ...lines, ...listNeeds(policy), ...styles].join('\n'))
    .digest('hex');
}

/** What an entry says of the style sheets of a publication; nothing without any. */
export function locateStyles(names: readonly string[], getAddress: (name: string) => string): Pick<Entry, 'styles'> {
  return names.length === 0 ? {} : { styles: names.map(getAddress) };
}

/** Whether the name is that of a script. */
export function isScript(name: string): boolean {
  return /\.m?js$/.test(name);
}

/** Whether browsers check the integrity of such a file by the import map; they do not for images and the like. */
export function isChecked(name: string): boolean {
  return /\.(?:m?js|css|json|wasm)$/.test(name);
}

/**
 * Parses an entry, without running it: System modules and containers are classic scripts, everything else is an ES
 * module.
 * @param name of the entry, for the error
 * @throws ApiError 400 when it is empty, or neither a script nor an ES module that parses
 */
export function parseEntry(content: Buffer, name: string): StoredEntry {
  const text = content.toString('utf8');
  const refuse = (error: string) => new ApiError(400, 'entry-not-script', { values: { name, error } });
  if (text.trim() === '') throw refuse('0 bytes');
  const scriptError = findSyntaxError(() => new Script(text));
  if (scriptError === undefined) return findClassicContainer(text);
  let found: StoredEntry = {};
  const moduleError = findSyntaxError(() => {
    const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
    found = { form: 'es-module', ...findModuleContainer(text, program) };
  });
  if (moduleError === undefined) return found;
  throw refuse(`${scriptError}; as an ES module: ${moduleError}`);
}

function findSyntaxError(parseText: () => unknown): string | undefined {
  try {
    parseText();
    return undefined;
  } catch (error) {
    // Not `instanceof SyntaxError`: Jest has another realm, and a script that is nested too deeply throws a RangeError.
    return String(error).slice(0, 200);
  }
}
