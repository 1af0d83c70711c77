import { createHash } from 'node:crypto';
import path from 'node:path';
import { cutText, listNeeds, type PolicyNeeds } from '@portico/contract';
import {
  type CheckedBy,
  isFederationManifest,
  type ModuleFile,
  modulePreloadsMax,
  type Publication,
  parseFederationManifest,
  toIntegrity,
} from '@portico/contract/publishing';
import { ApiError } from '../../http/api-error';
import type { ErrorCode } from '../../i18n/i18n';
import type { StoredVersion } from '../live-map/live-module';
import type { ParseEntry } from './entry-parser';

/** A version whose files have been compared with their digests. */
export interface PreparedVersion extends StoredVersion {
  readonly policy: PolicyNeeds;
  /** The file name of the federation manifest that the publication named as its entry, if any. */
  readonly manifest?: string;
  /** The uploaded files; empty if the team hosts them. */
  readonly files: readonly ModuleFile[];
  /** Messages for the team that do not prevent the publication. */
  readonly warnings: readonly PublicationWarning[];
  /** Equal for equal content at equal addresses. */
  readonly fingerprint: string;
}

/** A version that is ready to be stored. */
export interface CheckedVersion extends PreparedVersion {
  readonly checkedBy: CheckedBy;
}

/** The default name of the manifest of a federation. */
export const manifestName = 'mf-manifest.json';

/** The files of a version in a publication. */
export type PublishedFiles = Pick<Publication, 'entry' | 'files' | 'policy' | 'preloads' | 'styles' | 'version'>;

/** A message of the catalogue, with its values. */
interface PublicationWarning {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Computes the `fingerprint` of a version. */
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

/** The packages that a version imports, and its declarations. */
export type Additions = Pick<Publication, 'declarations' | 'shared'>;

/** Extends a fingerprint by what the version imports and declares, if that is anything. */
export function extendFingerprint(fingerprint: string, { declarations, shared }: Additions): string {
  const packages = Object.entries(shared).map(([name, range]) => `${name} ${range}`);
  const parts = [packages.sort(), Object.keys(declarations).length > 0 ? [JSON.stringify(declarations)] : []];
  return parts
    .filter((lines) => lines.length > 0)
    .reduce(
      (hash, lines) =>
        createHash('sha256')
          .update([hash, ...lines].join('\n'))
          .digest('hex'),
      fingerprint,
    );
}

/** The access to the files of a version. */
interface VersionSource {
  readonly readFile: (name: string) => Promise<Buffer>;
  readonly getAddress: (name: string) => string;
  readonly parseEntry: ParseEntry;
}

/**
 * Reads the entry of a publication, and finds the addresses and the integrity of its files.
 * @throws ApiError 400 when the manifest is invalid or names missing files, or the entry is not a script
 */
export async function locateVersion(
  publication: Omit<PublishedFiles, 'version'>,
  { getAddress, parseEntry, readFile }: VersionSource,
): Promise<Pick<PreparedVersion, 'address' | 'integrity' | 'preloads' | 'policy' | 'entry' | 'manifest'>> {
  const { files, policy, styles } = publication;
  const { details, entry, preloads } = await resolveEntry(publication, readFile);
  const form = await parseEntry(() => readFile(entry), entry);
  const checked = files.filter(({ name }) => name === entry || isChecked(name));
  return {
    address: getAddress(entry),
    integrity: Object.fromEntries(checked.map(({ name, digest }) => [getAddress(name), toIntegrity(digest)])),
    preloads: preloads.map(getAddress),
    policy,
    entry: { ...form, ...details, ...(styles.length > 0 && { styles: styles.map(getAddress) }) },
    ...(isFederationManifest(publication.entry) && { manifest: publication.entry }),
  };
}

/** Returns whether a file is a script, by its name. */
export function isScript(name: string): boolean {
  return /\.m?js$/.test(name);
}

/** Returns whether the import map holds the integrity of a file, by its name. Browsers do not check images. */
function isChecked(name: string): boolean {
  return /\.(?:m?js|css|json|wasm)$/.test(name);
}

/**
 * Resolves the entry of a publication, which may be the manifest of a federation. Its preloads count if the publication
 * has none.
 * @throws ApiError 400 when the manifest is invalid, or names an entry or another script that is not among the files
 */
async function resolveEntry(
  { entry, files, preloads }: Pick<Publication, 'entry' | 'files' | 'preloads'>,
  readFile: VersionSource['readFile'],
) {
  if (!isFederationManifest(entry)) return { entry, preloads, details: {} };
  const resolved = resolveManifest(await readFile(entry), entry);
  const isSent = (wanted: string) => files.some(({ name }) => name === wanted);
  const missing = [resolved.entry, ...resolved.preloads].find((name) => !isSent(name));
  if (missing !== undefined) throw new ApiError(400, 'file-not-sent', { values: { name: missing } });
  return preloads.length > 0 ? { ...resolved, preloads } : resolved;
}

/** Parsing more could stall the server: 10 MB take a second. */
const manifestMaxBytes = 512 * 1024;

/**
 * Follows the manifest of a federation to the script that it names.
 * @param name of the manifest; its files are in the same folder and below
 * @throws ApiError 400 when it is not a manifest of a module
 */
export function resolveManifest(content: Buffer, name: string) {
  const getName = (file: string) => path.posix.join(path.posix.dirname(name), file);
  try {
    if (content.length > manifestMaxBytes) throw new Error(`It has more than ${manifestMaxBytes / 1024} KB.`);
    const { entry, expose, global, scripts } = parseFederationManifest(content.toString('utf8'));
    return {
      entry: getName(entry),
      preloads: scripts.filter(isScript).map(getName).slice(0, modulePreloadsMax),
      details: { expose, ...(global !== undefined && { global }) },
    };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new ApiError(400, 'manifest-invalid', { values: { name, error: cutText(message, 200) } });
  }
}
