import { type Consumer, getImportName, isPackageName } from '@portico/contract';
import { satisfies } from 'semver';
import type { LiveModule } from './live-module';
import { findCandidate } from './shared-packages';

/**
 * Lists the live versions that import a module or a package, with what they get of it now.
 * @param name as they import it
 * @param version of a package: only those that would get this version
 */
export function listConsumers(modules: readonly LiveModule[], name: string, version?: string): Consumer[] {
  const imported = modules.find((live) => getImportName(live.module) === name);
  return modules.flatMap(({ module, state, versions }) => {
    const live = [state.isRemoved ? null : state.version, state.canary?.version ?? null];
    return live.flatMap((own): Consumer[] => {
      const range = own === null ? undefined : versions.get(own)?.entry.shared?.[name];
      if (own === null || range === undefined) return [];
      if (isPackageName(name) && version !== undefined && !satisfies(version, range)) return [];
      const address = imported && findAddress(imported, range);
      return address === undefined ? [] : [{ module, version: own, address }];
    });
  });
}

function findAddress(live: LiveModule, range: string): string | undefined {
  if (isPackageName(live.module)) return findCandidate(live, range)?.address;
  return live.state.version === null ? undefined : live.versions.get(live.state.version)?.address;
}
