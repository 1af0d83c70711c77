import { extname } from 'node:path';
import { allowNeeds, findForeignPage, isPackageName, listNeeds, type PolicyNeeds } from '@portico/contract';
import { isFederationManifest, moduleVersionMaxBytes, type Publication } from '@portico/contract/publishing';
import { ApiError } from '../../http/api-error';
import type { RegistryServices } from '../create-registry';
import { touchSentFiles } from '../files/sent-file-repository';
import type { Publisher } from '../team-tokens/publisher';
import { getVersionFolder } from './addresses';
import type { ParseEntry } from './entry-parser';
import { prepareExternalVersion } from './prepare-external-version';
import {
  type Additions,
  computeFingerprint,
  extendFingerprint,
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
  { url, ...publication }: PublishedFiles & Additions & Pick<Publication, 'url'>,
): Promise<PreparedVersion> {
  const parseEntry = services.registry.createEntryParser(caller);
  const prepared = await (url === undefined
    ? prepareUploadedVersion(services, parseEntry, module, publication)
    : prepareExternalVersion({ ...publication, module, url }, services.registry.requireAllowedAddress, parseEntry));
  return warnOfPolicy(services, addDeclarations(prepared, publication));
}

/** Adds what a version imports and declares. @throws ApiError 400 for declarations that it may not have */
function addDeclarations(version: PreparedVersion, { declarations, shared }: Additions): PreparedVersion {
  const { fingerprint, module } = version;
  // A package may declare its events alone.
  const kind = isPackageName(module) && Object.keys(declarations).find((each) => each !== 'events');
  if (kind) throw new ApiError(400, 'declarations-of-package', { values: { name: module, kind } });
  const path = findForeignPage(module, declarations);
  if (path !== undefined) throw new ApiError(400, 'page-foreign', { values: { path, name: module } });
  const added = {
    ...(Object.keys(shared).length > 0 && { shared }),
    ...(Object.keys(declarations).length > 0 && { declarations }),
  };
  return {
    ...version,
    entry: { ...version.entry, ...added },
    fingerprint: extendFingerprint(fingerprint, { declarations, shared }),
  };
}

/**
 * Prepares a version of uploaded files, whose digests were checked when they were received. Without `version`, the
 * entry, the names, the digests and the declarations determine its name.
 * @throws ApiError 400 when the entry is no script or files are missing, 413 when the files are too large together
 */
async function prepareUploadedVersion(
  services: RegistryServices,
  parseEntry: ParseEntry,
  module: string,
  publication: PublishedFiles & Additions,
): Promise<PreparedVersion> {
  const { files, policy, styles } = publication;
  const named = computeFingerprint(publication.entry, files, policy, styles);
  const { version = extendFingerprint(named, publication).slice(0, 12) } = publication;
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
