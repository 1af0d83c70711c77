import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { type Entry, listNeeds, type ModuleFile, type PolicyNeeds, type Publication } from '@portico/contract';
import { type Program, parse } from 'acorn';
import { ApiError } from '../../http/api-error';
import type { ErrorCode } from '../../http/messages-pt';
import type { VersionLocation } from '../live-map/live-module';
import type { StoredContainer, StoredEntry } from '../live-map/stored-entry';

/** A version whose files have been checked, ready to be stored. */
export interface PreparedVersion extends Omit<VersionLocation, 'checkedBy'> {
  readonly module: string;
  readonly version: string;
  readonly policy: PolicyNeeds;
  /** The manifest of the federation by which it was published, if it was: its name in the folder. */
  readonly manifest?: string;
  /** The uploaded files; empty if the team hosts them. */
  readonly files: readonly ModuleFile[];
  /** What the team should know although it hinders nothing. */
  readonly warnings?: readonly PublicationWarning[];
  /** Equal for equal content at equal addresses. */
  readonly fingerprint: string;
}

/** What a publication says of the files of a version. */
export type PublishedFiles = Pick<Publication, 'entry' | 'files' | 'policy' | 'preloads' | 'styles' | 'version'>;

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

type FoundContainer = Pick<StoredEntry, 'container'>;

/** The exports of a container as webpack and Rspack write them, minified or not. */
const containerExports =
  /\{\s*["']?get["']?\s*:\s*(?:\(\)\s*=>|function)[\s\S]{1,200}?,\s*["']?init["']?\s*:\s*(?:\(\)\s*=>|function)/;

/** The name in the list of what a container exposes. */
const exposedModule = /["'`](\.\/app)["'`]\s*:/i;

/** Finds the container of a federation in the source of a classic script: nothing runs it to see. */
function findClassicContainer(text: string): FoundContainer {
  if (!containerExports.test(text)) return {};
  return describeContainer(/\bSystem\.register\(/.test(text) ? 'system' : 'var', text);
}

/** Finds the container of a federation in an ES module, by its exports. */
function findModuleContainer(text: string, program: Program): FoundContainer {
  const names = new Set(listExports(program));
  return names.has('get') && names.has('init') ? describeContainer('module', text) : {};
}

function describeContainer(type: StoredContainer['type'], text: string): FoundContainer {
  const [, expose] = exposedModule.exec(text) ?? [];
  return { container: { type, ...(expose !== undefined && { expose }) } };
}

function listExports({ body }: Program): string[] {
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = node;
    const names = specifiers.map(({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value));
    if (declaration?.type === 'FunctionDeclaration') return [declaration.id.name];
    if (declaration?.type !== 'VariableDeclaration') return names.map(String);
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });
}
