import { createHash } from 'node:crypto';
import type { Publication, SharedPackages } from '@portico/contract';
import type { RegistryServices } from '../services';
import { prepareExternalVersion } from './prepare-external-version';
import { prepareUploadedVersion } from './prepare-uploaded-version';
import type { PreparedVersion, PublishedFiles } from './prepared-version';
import { warnOfPolicy } from './warn-of-policy';

/**
 * Prepares the version of a publication, whose files were uploaded or are on the team's host.
 * @throws ApiError 400 or 413 for files that a browser could not load, that differ, or that are too large
 */
export async function prepareVersion(
  services: RegistryServices,
  module: string,
  { shared, url, ...publication }: PublishedFiles & Pick<Publication, 'shared' | 'url'>,
): Promise<PreparedVersion> {
  const { registry } = services;
  const complete = (prepared: PreparedVersion) => warnOfPolicy(services, addShared(prepared, shared));
  if (url === undefined) return complete(await prepareUploadedVersion(services, module, publication));
  await registry.requireAllowedAddress(url);
  return complete(await prepareExternalVersion({ ...publication, module, url }, registry.moduleOrigins));
}

/** The same files with other packages are other content. */
function addShared(version: PreparedVersion, shared: SharedPackages): PreparedVersion {
  const packages = Object.entries(shared).map(([name, range]) => `${name} ${range}`);
  if (packages.length === 0) return version;
  const fingerprint = createHash('sha256')
    .update([version.fingerprint, ...packages.sort()].join('\n'))
    .digest('hex');
  return { ...version, entry: { ...version.entry, shared }, fingerprint };
}
