import { createHash } from 'node:crypto';
import {
  isFederationManifest,
  type ModuleFile,
  moduleFileMaxBytes,
  moduleVersionMaxBytes,
  type PolicyNeeds,
  toIntegrity,
} from '@portico/contract';
import { ApiError } from '../../http/api-error';
import { computeDigest } from '../files/file-store';
import type { StoredEntry } from '../tables';
import { requireTrustedAddress } from './addresses';
import { type FetchedFile, fetchAll, fetchFile, fetchScript } from './fetch-file';
import {
  computeFingerprint,
  isScript,
  locateVersion,
  type PreparedVersion,
  type PublicationWarning,
  type PublishedFiles,
  parseEntry,
  resolveEntry,
  resolveManifest,
} from './prepared-version';

const fileTimeout = 15_000;

/**
 * Prepares a version that a team hosts: fetches each file and compares it with its digest.
 * @param url the address of the folder, with a slash at its end
 * @throws ApiError 400 for an address that is not trusted, or a file that a browser could not load or that differs; 413
 * when the files are too large together
 */
export async function prepareExternalVersion(
  { module, url, ...publication }: PublishedFiles & { module: string; url: string },
  moduleOrigins: readonly string[],
): Promise<PreparedVersion> {
  const folder = requireTrustedAddress(url, moduleOrigins);
  if (folder.search !== '') throw new ApiError(400, 'invalid-request');
  const { files, version } = publication;
  const limits = { maxBytes: moduleFileMaxBytes, timeout: fileTimeout };
  const fetched = new Map<string, FetchedFile>();
  const readFile = async (name: string) => {
    const file = await fetchFile(getAddress(name), limits);
    fetched.set(name, file);
    return file.content;
  };
  // Its content is compared below, as that of every file.
  const resolved = await resolveEntry(publication, readFile);
  const { entry } = resolved;
  let total = 0;
  let form: StoredEntry = {};
  const warnings: PublicationWarning[] = [];

  async function check({ name, digest }: ModuleFile, signal: AbortSignal): Promise<void> {
    const fetchOne = name === entry || isScript(name) ? fetchScript : fetchFile;
    const { content, isCached } = fetched.get(name) ?? (await fetchOne(getAddress(name), { ...limits, signal }));
    if (name === entry && !isCached) warnings.push(createCacheWarning(getAddress(name).href));
    total += content.length;
    if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');
    if (computeDigest(content) !== digest) throw new ApiError(400, 'file-differs', { values: { name } });
    if (name === entry) form = parseEntry(content, name);
  }

  function getAddress(name: string): URL {
    return new URL(name, folder);
  }

  await fetchAll(files, check);
  const located = locateVersion(publication, resolved, form, (name) => getAddress(name).href);
  return complete({ module, ...located, warnings }, files, version);
}

/** Where modules may come from. */
interface AddressRules {
  readonly moduleOrigins: readonly string[];
  /** @throws ApiError 400 for an address of this machine */
  readonly requireAllowedAddress: (address: string) => Promise<void>;
}

/**
 * Prepares a version of which only the entry is known, or the manifest of a federation. Nothing checks its chunks.
 * @param integrity that the caller declared
 * @param policy what the module needs from the content policy
 * @param signal aborts before the timeout of 15 seconds
 * @throws ApiError 400 for an address that is not trusted or not allowed, an entry that a browser could not run, or
 * other content
 */
export async function prepareExternalEntry(
  {
    module,
    address,
    integrity,
    policy = {},
  }: {
    readonly module: string;
    readonly address: string;
    readonly integrity?: string | undefined;
    readonly policy?: PolicyNeeds;
  },
  rules: AddressRules,
  signal?: AbortSignal,
): Promise<PreparedVersion> {
  const url = requireTrustedAddress(address, rules.moduleOrigins);
  await rules.requireAllowedAddress(address);
  const isManifest = isFederationManifest(url.pathname);
  const { content, isCached } = await (isManifest ? fetchFile : fetchScript)(url, {
    maxBytes: moduleFileMaxBytes,
    timeout: fileTimeout,
    ...(signal && { signal }),
  });
  if (integrity !== undefined && !matchesIntegrity(content, integrity)) {
    throw new ApiError(400, 'file-differs', { values: { name: url.href } });
  }
  if (isManifest) {
    const { details, entry } = resolveManifest(content, 'mf-manifest.json');
    const prepared = await prepareExternalEntry({ module, address: new URL(entry, url).href, policy }, rules, signal);
    return { ...prepared, entry: { ...prepared.entry, ...details }, manifest: 'mf-manifest.json' };
  }
  const entry = parseEntry(content, url.href);
  const digest = computeDigest(content);
  const warnings = isCached ? [] : [createCacheWarning(url.href)];
  const parts = {
    module,
    address: url.href,
    integrity: { [url.href]: toIntegrity(digest) },
    preloads: [],
    policy,
    warnings,
    entry,
  };
  return complete(parts, [{ name: url.href, digest }]);
}

function createCacheWarning(address: string): PublicationWarning {
  return { code: 'address-uncached', values: { address } };
}

/**
 * The name of the version depends on its address as well, unlike that of uploaded files: a version never moves, so the
 * same content at a new address is another version.
 */
function complete(
  { address, ...rest }: Omit<PreparedVersion, 'version' | 'files' | 'fingerprint'>,
  files: readonly ModuleFile[],
  version?: string,
): PreparedVersion {
  const fingerprint = computeFingerprint(address, files, rest.policy, rest.entry.styles);
  return { ...rest, version: version ?? fingerprint.slice(0, 12), address, files: [], fingerprint };
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
