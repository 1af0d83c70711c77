import type { CheckSource } from '@portico/check/isolated';
import { type CheckedBy, isPackageName, moduleFileNameSchema } from '@portico/contract';
import * as v from 'valibot';
import type { RegistryServices } from '../create-registry';
import type { PreparedVersion } from '../versions/prepared-version';
import { isCheckedByServer } from '../versions/version-repository';
import { findCheckPackages } from './find-check-packages';
import { locateFiles } from './server-check';

/**
 * Checks a version in the server's Chromium, if it has one. A version that it has checked before is not checked again.
 * @param otherwise who has checked it, if the server does not
 * @throws ApiError 400 `check-failed`; BusyError
 */
export async function checkVersion(
  services: RegistryServices,
  version: PreparedVersion,
  otherwise: CheckedBy,
): Promise<CheckedBy> {
  const { database, registry } = services;
  // A package is not mounted.
  if (isPackageName(version.module)) return otherwise;
  const packages = await findCheckPackages(services, version.entry.shared ?? {});
  if (packages === undefined) return otherwise;
  const isChecked =
    (await isCheckedByServer(database, version)) ||
    (await registry.serverCheck.check(createSource(version, packages, (digest) => registry.files.get(digest))));
  return isChecked ? 'server' : otherwise;
}

function createSource(
  version: PreparedVersion,
  packages: CheckSource['packages'],
  read: (digest: string) => Promise<Buffer | undefined>,
): CheckSource {
  const { entry, files, manifest, module, policy } = version;
  const { folder, ...located } = locateFiles(version, files, read);
  const name = manifest ?? located.entry;
  return {
    ...located,
    module,
    // The check serves files by their names alone.
    entry: v.is(moduleFileNameSchema, name) ? name : '',
    policy,
    styles: (entry.styles ?? []).map((style) => style.slice(folder.length)),
    packages,
  };
}
