import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { liveModules, moduleVersions } from '../database/tables';
import type { ModuleState } from './transitions';

/** Where a version is. */
export interface PlacedVersion {
  readonly address: string;
  readonly integrity: Readonly<Record<string, string>>;
}

/** What a module runs, with the places of its live version, its canary and the version before. */
export interface LiveModule {
  readonly module: string;
  readonly state: ModuleState;
  readonly versions: ReadonlyMap<string, PlacedVersion>;
}

/** The modules that were ever changed, or one of them. */
export async function listLiveModules(executor: Executor, module?: string): Promise<LiveModule[]> {
  const { state } = liveModules;
  const isNeeded = sql`${moduleVersions.version} in
    (${state} ->> 'version', ${state} -> 'canary' ->> 'version', ${state} -> 'earlierVersions' ->> -1)`;
  const { address, integrity, version } = moduleVersions;
  const rows = await executor
    .select({ module: liveModules.module, state, version, address, integrity })
    .from(liveModules)
    .leftJoin(moduleVersions, sql`${moduleVersions.module} = ${liveModules.module} and ${isNeeded}`)
    .where(module === undefined ? undefined : eq(liveModules.module, module));
  const found = new Map<string, LiveModule & { versions: Map<string, PlacedVersion> }>();
  for (const row of rows) {
    const entry = found.get(row.module) ?? { module: row.module, state: row.state, versions: new Map() };
    found.set(row.module, entry);
    if (row.version !== null && row.address !== null) {
      entry.versions.set(row.version, { address: row.address, integrity: row.integrity ?? {} });
    }
  }
  return [...found.values()];
}
