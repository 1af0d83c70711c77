import { createHash } from 'node:crypto';
import type { PolicyNeeds } from '@portico/contract';
import { isFederationManifest, moduleFileMaxBytes, moduleVersionMaxBytes } from '@portico/contract/publishing';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import { computeDigest } from '../files/file-store';
import type { ParseEntry } from './entry-parser';
import { type FetchedFile, fetchAll, fetchFile, fetchScript } from './fetch-file';
import {
  computeFingerprint,
  isScript,
  locateVersion,
  manifestName,
  type PreparedVersion,
  type PublishedFiles,
  resolveManifest,
} from './prepared-version';

/** Timeout of each file in milliseconds, and its maximum size. */
const limits = { maxBytes: moduleFileMaxBytes, timeout: 15_000 };

type RequireAllowedAddress = RegistryServices['registry']['requireAllowedAddress'];

/**
 * Prepares a version that a team hosts: fetches each file and compares it with its digest.
 * @param url the address of the folder, with a slash at its end
 * @throws ApiError 400 for an address that is not trusted or not allowed, or a file that a browser could not load or
 * that differs; 413 when the files are too large together
 */
export async function prepareExternalVersion(
  { module, url, ...publication }: PublishedFiles & { module: string; url: string },
  requireAllowedAddress: RequireAllowedAddress,
  parseEntry: ParseEntry,
): Promise<PreparedVersion> {
  const folder = await requireAllowedAddress(url);
  if (folder.search !== '') throw new ApiError(400, 'invalid-request');
  const getAddress = (name: string) => new URL(name, folder).href;
  const fetched = new Map<string, FetchedFile>();
  const readFile = async (name: string) => {
    const address = getAddress(name);
    const file = await (isFederationManifest(name) ? fetchFile : fetchScript)(address, limits);
    fetched.set(address, file);
    return file.content;
  };
  // A slow host must not hold the place of a parser.
  const fetchAndParse: ParseEntry = async (read, name) => {
    const content = await read();
    return parseEntry(async () => content, name);
  };
  const located = await locateVersion(publication, { readFile, getAddress, parseEntry: fetchAndParse });
  let total = 0;
  await fetchAll(publication.files, async ({ name, digest }, signal) => {
    const address = getAddress(name);
    const fetchOne = isScript(name) ? fetchScript : fetchFile;
    const { content } = fetched.get(address) ?? (await fetchOne(address, { ...limits, signal }));
    total += content.length;
    if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');
    if (computeDigest(content) !== digest) throw new ApiError(400, 'file-differs', { values: { name } });
  });
  const isCached = fetched.get(located.address)?.isCached === true;
  return completeVersion({ module, ...located }, publication, isCached);
}

/**
 * Prepares a version of which only the entry is known, or the manifest of a federation. Nothing checks its chunks.
 * @param integrity declared by the caller
 * @param signal aborts before the timeout of 15 seconds
 * @throws ApiError 400 for an address that is not trusted or not allowed, an entry that a browser could not run, or
 * other content
 */
export async function prepareExternalEntry(
  { module, address, integrity, policy = {}, version }: ExternalEntry,
  requireAllowedAddress: RequireAllowedAddress,
  parseEntry: ParseEntry,
  signal?: AbortSignal,
): Promise<PreparedVersion> {
  const url = await requireAllowedAddress(address);
  const name = url.href;
  const isManifest = isFederationManifest(url.pathname);
  const { content, isCached } = await (isManifest ? fetchFile : fetchScript)(name, { ...limits, signal });
  if (integrity !== undefined && !matchesIntegrity(content, integrity)) {
    throw new ApiError(400, 'file-differs', { values: { name } });
  }
  if (isManifest) {
    const { details, entry } = resolveManifest(content, manifestName);
    const ofEntry = { module, address: new URL(entry, url).href, policy, version };
    const prepared = await prepareExternalEntry(ofEntry, requireAllowedAddress, parseEntry, signal);
    return { ...prepared, entry: { ...prepared.entry, ...details }, manifest: manifestName };
  }
  const files = [{ name, digest: computeDigest(content) }];
  const publication = { entry: name, files, policy, preloads: [], styles: [] };
  const readFile = async () => content;
  const located = await locateVersion(publication, { readFile, getAddress: (file) => file, parseEntry });
  return completeVersion({ module, ...located }, { files, version }, isCached);
}

interface ExternalEntry {
  readonly module: string;
  readonly address: string;
  readonly integrity?: string | undefined;
  /** The needs of the module from the content policy. */
  readonly policy?: PolicyNeeds;
  /** Derived from the content and the address, if absent. */
  readonly version?: string | undefined;
}

/**
 * Names the version by its address as well, unlike a version of uploaded files: a version never moves, so the same
 * content at a new address is another version.
 */
function completeVersion(
  located: Omit<PreparedVersion, 'version' | 'files' | 'fingerprint' | 'warnings'>,
  { files, version }: Pick<PublishedFiles, 'files' | 'version'>,
  isCached: boolean,
): PreparedVersion {
  const { address, entry, policy } = located;
  const fingerprint = computeFingerprint(address, files, policy, entry.styles);
  const warnings = isCached ? [] : [{ code: 'address-uncached', values: { address } } as const];
  return { ...located, version: version ?? fingerprint.slice(0, 12), files: [], fingerprint, warnings };
}

/** From the weakest to the strongest. */
const algorithms = ['sha256', 'sha384', 'sha512'] as const;

/**
 * Whether a browser would accept the content: one hash of the strongest algorithm matches. Unlike in a browser, a text
 * without any hash matches nothing. Source: https://www.w3.org/TR/SRI/#does-response-match-metadatalist
 */
function matchesIntegrity(content: Buffer, integrity: string): boolean {
  const hashes = integrity.split(/\s+/).map((hash) => hash.replace(/\?.*$/, ''));
  const strongest = algorithms.findLast((algorithm) => hashes.some((hash) => hash.startsWith(`${algorithm}-`)));
  if (strongest === undefined) return false;
  return hashes.includes(`${strongest}-${createHash(strongest).update(content).digest('base64')}`);
}
