import type { Publication } from '@portico/contract';
import type { RegistryServices } from '../services';
import { prepareExternalVersion } from './prepare-external-version';
import { prepareUploadedVersion } from './prepare-uploaded-version';
import type { PreparedVersion } from './prepared-version';

/**
 * Prepares the version of a publication, whose files were uploaded or are on the team's host.
 * @throws ApiError 400 or 413 for files that a browser could not load, that differ, or that are too large
 */
export async function prepareVersion(
  services: RegistryServices,
  module: string,
  { url, ...publication }: Pick<Publication, 'entry' | 'files' | 'preloads' | 'url' | 'version'>,
): Promise<PreparedVersion> {
  const { registry } = services;
  if (url === undefined) return prepareUploadedVersion(services, module, publication);
  await registry.requireAllowedAddress(url);
  return prepareExternalVersion({ ...publication, module, url }, registry.moduleOrigins);
}
