import { extname } from 'node:path';
import { isFederationManifest, moduleVersionMaxBytes, toIntegrity } from '@portico/contract';
import { ApiError } from '../../http/api-error';
import { findFileSizes, findMissingFiles } from '../files/sent-file-repository';
import type { RegistryServices } from '../services';
import { getModuleFolder } from './module-folder';
import {
  computeFingerprint,
  isChecked,
  isScript,
  locateStyles,
  type PreparedVersion,
  type PublishedFiles,
  parseEntry,
} from './prepared-version';
import { resolveEntry } from './resolve-manifest';

/**
 * Prepares a version of uploaded files, whose digests were checked when they were received. Without `version`, the
 * entry, the names and the digests determine its name.
 * @throws ApiError 400 when the entry is no script or files are missing, 413 when the files are too large
 * together
 */
export async function prepareUploadedVersion(
  services: RegistryServices,
  module: string,
  publication: PublishedFiles,
): Promise<PreparedVersion> {
  const { files, policy, styles } = publication;
  const { version = computeFingerprint(publication.entry, files, policy, styles).slice(0, 12) } = publication;
  if (!isScript(publication.entry) && !isFederationManifest(publication.entry)) {
    const error = extname(publication.entry) || '–';
    throw new ApiError(400, 'entry-not-script', { values: { name: publication.entry, error } });
  }
  const { database, registry } = services;
  const digests = files.map(({ digest }) => digest);
  const isMissing = new Set(await findMissingFiles(services, digests));
  const missing = files.find(({ digest }) => isMissing.has(digest));
  if (missing) throw new ApiError(400, 'file-not-sent', { values: { name: missing.name } });
  const sizes = await findFileSizes(database, digests);
  const total = digests.reduce((sum, digest) => sum + (sizes.get(digest) ?? 0), 0);
  if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');

  async function readFile(wanted: string): Promise<Buffer> {
    const content = await registry.files.get(files.find(({ name }) => name === wanted)?.digest ?? '');
    if (content === undefined) throw new ApiError(400, 'file-not-sent', { values: { name: wanted } });
    return content;
  }

  const { details, entry, preloads } = await resolveEntry(publication, readFile);
  const form = parseEntry(await readFile(entry), entry);

  const getAddress = (name: string) => `/modules/${getModuleFolder(module)}/${version}/${name}`;
  const checked = files.filter(({ name }) => isChecked(name));
  return {
    module,
    version,
    address: getAddress(entry),
    integrity: Object.fromEntries(checked.map(({ name, digest }) => [getAddress(name), toIntegrity(digest)])),
    preloads: preloads.map(getAddress),
    policy,
    entry: { ...form, ...details, ...locateStyles(styles, getAddress) },
    ...(isFederationManifest(publication.entry) && { manifest: publication.entry }),
    files,
    fingerprint: computeFingerprint(getAddress(entry), files, policy, styles),
  };
}
