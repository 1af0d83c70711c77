import { getModuleKey, isPackageName, modulePrefix } from '@portico/contract';
import { valid } from 'semver';
import { ApiError } from '../../http/api-error';
import type { MapTransaction } from '../live-map/change-live-map';
import { requireCandidate } from '../live-map/shared-packages';
import type { PreparedVersion } from '../versions/prepared-version';

/**
 * Requires of a package what modules of all forms can import: an ES module, whose version can be compared.
 * @throws ApiError 400
 */
export function requirePackageForm({ entry, module, version }: PreparedVersion): void {
  if (!isPackageName(module) || (entry.form === 'es-module' && valid(version) === version)) return;
  throw new ApiError(400, 'package-malformed', { values: { name: module } });
}

/**
 * Requires that pages can load the packages and modules that a version imports.
 * @throws ApiError 409 when no version in the range is live
 */
export async function requirePackages(
  { getModule, getStatus }: MapTransaction,
  { entry }: PreparedVersion,
): Promise<void> {
  for (const [name, range] of Object.entries(entry.shared ?? {})) {
    if (!name.startsWith(modulePrefix)) requireCandidate(name, range, await getModule(name));
    else if ((await getStatus(getModuleKey(name))).address === null) {
      throw new ApiError(409, 'package-missing', { values: { name, range, live: '–' } });
    }
  }
}
