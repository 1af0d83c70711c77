import { allowNeeds, listNeeds, type Publication } from '@portico/contract';
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
  { url, ...publication }: Pick<Publication, 'entry' | 'files' | 'policy' | 'preloads' | 'url' | 'version'>,
): Promise<PreparedVersion> {
  const { registry } = services;
  if (url === undefined) return warnOfPolicy(services, await prepareUploadedVersion(services, module, publication));
  await registry.requireAllowedAddress(url);
  return warnOfPolicy(services, await prepareExternalVersion({ ...publication, module, url }, registry.moduleOrigins));
}

/** The team should know what the operator does not allow (yet). */
function warnOfPolicy({ registry }: RegistryServices, prepared: PreparedVersion): PreparedVersion {
  const { module, policy, warnings = [] } = prepared;
  const allowed = new Set(listNeeds(allowNeeds(module, policy, registry.modulePolicy)));
  const refused = listNeeds(policy).filter((need) => !allowed.has(need));
  if (refused.length === 0) return prepared;
  const warning = { code: 'policy-not-allowed', values: { module, needs: refused.join(', ') } } as const;
  return { ...prepared, warnings: [...warnings, warning] };
}
