import { createHash } from 'node:crypto';
import {
  isFederationManifest,
  type ModuleFile,
  moduleFileMaxBytes,
  moduleVersionMaxBytes,
  type PolicyNeeds,
} from '@portico/contract';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import { computeDigest } from '../files/file-store';
import type { StoredEntry } from '../tables';
import { requireTrustedAddress } from './addresses';
import { type FetchedFile, fetchAll, fetchFile, fetchScript } from './fetch-file';
import {
  computeFingerprint,
  isScript,
  locateVersion,
  manifestName,
  type PreparedVersion,
  type PublicationWarning,
  type PublishedFiles,
  parseEntry,
  resolveEntry,
  resolveManifest,
} from './prepared-version';

/** Timeout of each file in milliseconds, and its maximum size. */
const limits = { maxBytes: moduleFileMaxBytes, timeout: 15_000 };

type AddressRules = Pick<RegistryServices['registry'], 'moduleOrigins' | 'requireAllowedAddress'>;

/**
 * Prepares a version that a team hosts: fetches each file and compares it with its digest.
 * @param url the address of the folder, with a slash at its end
 * @throws ApiError 400 for an address that is not trusted or not allowed, or a file that a browser could not load or
 * that differs; 413 when the files are too large together
 */
export async function prepareExternalVersion(
  { module, url, ...publication }: PublishedFiles & { module: string; url: string },
  rules: AddressRules,
): Promise<PreparedVersion> {
  const folder = await requireAllowed(url, rules);
  if (folder.search !== '') throw new ApiError(400, 'invalid-request');
  const { files, version } = publication;
  const getAddress = (name: string) => new URL(name, folder);
  const fetched = new Map<string, FetchedFile>();
  const readFile = async (name: string) => {
    const file = await fetchFile(getAddress(name), limits);
    fetched.set(name, file);
    return file.content;
  };
  // `check` compares the manifest with its digest, like every file.
  const resolved = await resolveEntry(publication, readFile);
  const { entry } = resolved;
  let total = 0;
  let form: StoredEntry = {};
  const warnings: PublicationWarning[] = [];

  async function check({ name, digest }: ModuleFile, signal: AbortSignal): Promise<void> {
    const address = getAddress(name);
    const fetchOne = name === entry || isScript(name) ? fetchScript : fetchFile;
    const { content, isCached } = fetched.get(name) ?? (await fetchOne(address, { ...limits, signal }));
    total += content.length;
    if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');
    if (computeDigest(content) !== digest) throw new ApiError(400, 'file-differs', { values: { name } });
    if (name !== entry) return;
    form = parseEntry(content, name);
    if (!isCached) warnings.push(createCacheWarning(address));
  }

  await fetchAll(files, check);
  const located = locateVersion(publication, resolved, form, (name) => getAddress(name).href);
  return addFingerprint({ module, ...located, warnings }, files, version);
}

/**
 * Prepares a version of which only the entry is known, or the manifest of a federation. Nothing checks its chunks.
 * @param integrity declared by the caller
 * @param signal aborts before the timeout of 15 seconds
 * @throws ApiError 400 for an address that is not trusted or not allowed, an entry that a browser could not run, or
 * other content
 */
export async function prepareExternalEntry(
  { module, address, integrity, policy = {} }: ExternalEntry,
  rules: AddressRules,
  signal?: AbortSignal,
): Promise<PreparedVersion> {
  const url = await requireAllowed(address, rules);
  const isManifest = isFederationManifest(url.pathname);
  const fetchOne = isManifest ? fetchFile : fetchScript;
  const { content, isCached } = await fetchOne(url, { ...limits, ...(signal && { signal }) });
  const name = url.href;
  if (integrity !== undefined && !matchesIntegrity(content, integrity)) {
    throw new ApiError(400, 'file-differs', { values: { name } });
  }
  if (isManifest) {
    const { details, entry } = resolveManifest(content, manifestName);
    const prepared = await prepareExternalEntry({ module, address: new URL(entry, url).href, policy }, rules, signal);
    return { ...prepared, entry: { ...prepared.entry, ...details }, manifest: manifestName };
  }
  const files = [{ name, digest: computeDigest(content) }];
  const resolved = { entry: name, preloads: [], details: {} };
  const form = parseEntry(content, name);
  const located = locateVersion({ entry: name, files, policy, styles: [] }, resolved, form, (file) => file);
  return addFingerprint({ module, ...located, warnings: isCached ? [] : [createCacheWarning(url)] }, files);
}

interface ExternalEntry {
  readonly module: string;
  readonly address: string;
  readonly integrity?: string | undefined;
  /** The needs of the module from the content policy. */
  readonly policy?: PolicyNeeds;
}

async function requireAllowed(address: string, rules: AddressRules): Promise<URL> {
  const url = requireTrustedAddress(address, rules.moduleOrigins);
  await rules.requireAllowedAddress(address);
  return url;
}

function createCacheWarning({ href }: URL): PublicationWarning {
  return { code: 'address-uncached', values: { address: href } };
}

/**
 * Names the version by its address as well, unlike a version of uploaded files: a version never moves, so the same
 * content at a new address is another version.
 */
function addFingerprint(
  located: Omit<PreparedVersion, 'version' | 'files' | 'fingerprint'>,
  files: readonly ModuleFile[],
  version?: string,
): PreparedVersion {
  const fingerprint = computeFingerprint(located.address, files, located.policy, located.entry.styles);
  return { ...located, version: version ?? fingerprint.slice(0, 12), files: [], fingerprint };
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
