import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import {
  allowNeeds,
  type Declarations,
  findForeignPage,
  isFederationManifest,
  isPackageName,
  listNeeds,
  moduleVersionMaxBytes,
  type PolicyNeeds,
  type Publication,
  type SharedPackages,
} from '@portico/contract';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import { touchSentFiles } from '../files/sent-file-repository';
import type { Publisher } from '../team-tokens/publisher';
import { getVersionFolder } from './addresses';
import type { ParseEntry } from './entry-parser';
import { prepareExternalVersion } from './prepare-external-version';
import {
  computeFingerprint,
  isScript,
  locateVersion,
  type PreparedVersion,
  type PublishedFiles,
} from './prepared-version';

/**
 * Prepares the version of a publication, whose files were uploaded or are on the team's host.
 * @throws ApiError 400 or 413 for files that a browser could not load, that differ, or that are too large
 */
export async function prepareVersion(
  services: RegistryServices,
  { caller }: Publisher,
  module: string,
  { declarations, shared, url, ...publication }: PublishedFiles & Pick<Publication, 'declarations' | 'shared' | 'url'>,
): Promise<PreparedVersion> {
  const parseEntry = services.registry.createEntryParser(caller);
  const prepared = await (url === undefined
    ? prepareUploadedVersion(services, parseEntry, module, publication)
    : prepareExternalVersion({ ...publication, module, url }, services.registry.requireAllowedAddress, parseEntry));
  return warnOfPolicy(services, addDeclarations(addShared(prepared, shared), declarations));
}

/** Adds the packages to the entry and to the fingerprint. */
function addShared(version: PreparedVersion, shared: SharedPackages): PreparedVersion {
  const packages = Object.entries(shared).map(([name, range]) => `${name} ${range}`);
  if (packages.length === 0) return version;
  const fingerprint = createHash('sha256')
    .update([version.fingerprint, ...packages.sort()].join('\n'))
    .digest('hex');
  return { ...version, entry: { ...version.entry, shared }, fingerprint };
}

/** Adds the declarations to the entry and to the fingerprint. A package may declare its events alone. */
function addDeclarations(version: PreparedVersion, declarations: Declarations): PreparedVersion {
  const kinds = Object.keys(declarations);
  if (kinds.length === 0) return version;
  const kind = kinds.find((each) => each !== 'events');
  if (kind !== undefined && isPackageName(version.module)) {
    throw new ApiError(400, 'declarations-of-package', { values: { name: version.module, kind } });
  }
  const path = findForeignPage(version.module, declarations);
  if (path !== undefined) throw new ApiError(400, 'page-foreign', { values: { path, name: version.module } });
  const fingerprint = createHash('sha256')
    .update([version.fingerprint, JSON.stringify(declarations)].join('\n'))
    .digest('hex');
  return { ...version, entry: { ...version.entry, declarations }, fingerprint };
}

/**
 * Prepares a version of uploaded files, whose digests were checked when they were received. Without `version`, the
 * entry, the names and the digests determine its name.
 * @throws ApiError 400 when the entry is no script or files are missing, 413 when the files are too large together
 */
async function prepareUploadedVersion(
  services: RegistryServices,
  parseEntry: ParseEntry,
  module: string,
  publication: PublishedFiles,
): Promise<PreparedVersion> {
  const { files, policy, styles } = publication;
  const { version = computeFingerprint(publication.entry, files, policy, styles).slice(0, 12) } = publication;
  if (!isScript(publication.entry) && !isFederationManifest(publication.entry)) {
    const error = extname(publication.entry) || '–';
    throw new ApiError(400, 'entry-not-script', { values: { name: publication.entry, error } });
  }
  const digests = files.map(({ digest }) => digest);
  const sizes = await touchSentFiles(services, digests);
  const missing = files.find(({ digest }) => !sizes.has(digest));
  if (missing) throw new ApiError(400, 'file-not-sent', { values: { name: missing.name } });
  const total = digests.reduce((sum, digest) => sum + (sizes.get(digest) ?? 0), 0);
  if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');

  async function readFile(wanted: string): Promise<Buffer> {
    const content = await services.registry.files.get(files.find(({ name }) => name === wanted)?.digest ?? '');
    if (content === undefined) throw new ApiError(400, 'file-not-sent', { values: { name: wanted } });
    return content;
  }

  const getAddress = (name: string) => getVersionFolder(module, version) + name;
  const located = await locateVersion(publication, { readFile, getAddress, parseEntry });
  const fingerprint = computeFingerprint(located.address, files, policy, styles);
  return { module, version, ...located, files, warnings: [], fingerprint };
}

/** Adds a warning of the needs that the operator does not allow. */
export function warnOfPolicy({ registry }: RegistryServices, prepared: PreparedVersion): PreparedVersion {
  const { module, policy } = prepared;
  return warnOfMissing(prepared, 'policy-not-allowed', policy, allowNeeds(module, policy, registry.modulePolicy));
}

/** Adds a warning of needs that only the live version declares: a pipeline may have left them out. */
export async function warnOfEndedNeeds<Version extends PreparedVersion>(
  { registry }: RegistryServices,
  prepared: Version,
): Promise<Version> {
  const live = (await registry.importMap.getModules()).get(prepared.module)?.live;
  return warnOfMissing(prepared, 'policy-ended', live?.policy ?? {}, prepared.policy);
}

/** Adds a warning of the needs that are not among the others. */
function warnOfMissing<Version extends PreparedVersion>(
  prepared: Version,
  code: 'policy-not-allowed' | 'policy-ended',
  needs: PolicyNeeds,
  others: PolicyNeeds,
): Version {
  const known = new Set(listNeeds(others));
  const missing = listNeeds(needs).filter((need) => !known.has(need));
  if (missing.length === 0) return prepared;
  const warning = { code, values: { module: prepared.module, needs: missing.join(', ') } };
  return { ...prepared, warnings: [...prepared.warnings, warning] };
}
