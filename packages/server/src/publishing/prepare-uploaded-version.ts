import { extname } from 'node:path';
import { integrityOf, type ModuleFile, moduleVersionMaxBytes } from '@portico/contract';
import { ApiError } from '../errors/api-error';
import type { Services } from '../services';
import { isChecked, isScript } from './file-kinds';
import { fingerprintOf, type PreparedVersion, versionOfContent } from './prepared-version';
import { requireScript } from './require-script';
import { missingFiles, sizesOf } from './sent-file-repository';

/** What is to be a version; without a name the content gives it one. */
export interface UploadedFiles {
  readonly version?: string | undefined;
  readonly entry: string;
  readonly files: readonly ModuleFile[];
}

/**
 * A version whose files have been sent, each of which the server has compared with its digest.
 * @throws ApiError 400 when the entry is no script that runs or files have yet to be sent, 413 when they are too large
 * together
 */
export async function prepareUploadedVersion(
  services: Services,
  module: string,
  { entry, files, version = versionOfContent(entry, files) }: UploadedFiles,
): Promise<PreparedVersion> {
  if (!isScript(entry)) {
    throw new ApiError(400, 'entry-not-script', { values: { name: entry, fault: extname(entry) || '–' } });
  }
  const { database, publishing } = services;
  const digests = files.map(({ digest }) => digest);
  const isMissing = new Set(await missingFiles(services, digests));
  const missing = files.find(({ digest }) => isMissing.has(digest));
  if (missing) throw new ApiError(400, 'file-not-sent', { values: { name: missing.name } });
  const sizes = await sizesOf(database, digests);
  const total = digests.reduce((sum, digest) => sum + (sizes.get(digest) ?? 0), 0);
  if (total > moduleVersionMaxBytes) throw new ApiError(413, 'version-too-large');
  const content = await publishing.files.get(files.find(({ name }) => name === entry)?.digest ?? '');
  if (content === undefined) throw new ApiError(400, 'file-not-sent', { values: { name: entry } });
  requireScript(content, entry);

  const addressOf = (name: string) => `/modules/${module}/${version}/${name}`;
  const checked = files.filter(({ name }) => isChecked(name));
  return {
    module,
    version,
    address: addressOf(entry),
    integrity: Object.fromEntries(checked.map(({ name, digest }) => [addressOf(name), integrityOf(digest)])),
    files,
    fingerprint: fingerprintOf(addressOf(entry), files),
  };
}
