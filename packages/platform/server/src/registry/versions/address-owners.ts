import { getModuleKeys, type ImportMap } from '@portico/contract';
import { sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Executor } from '../../database/database';
import { apps } from '../../identity/tables';
import { liveModules, teamTokens } from '../tables';

/** The keys that the portal knows: those of modules, of applications, and those that a team may publish. */
export async function listKnownKeys(executor: Executor, base: ImportMap): Promise<ReadonlySet<string>> {
  const ofTokens = sql<string>`jsonb_array_elements_text(${teamTokens.modules})`;
  const rows = await union(
    executor.select({ key: liveModules.module }).from(liveModules),
    executor.select({ key: apps.module }).from(apps),
    executor.select({ key: ofTokens }).from(teamTokens),
  );
  return new Set([...getModuleKeys(base), ...rows.map(({ key }) => key)]);
}

/**
 * The module that an address belongs to: the first folder of its path that is the key of a module.
 * @param address absolute
 */
export function findFolderOwner(address: string, keys: ReadonlySet<string>): string | undefined {
  const folders = new URL(address).pathname.split('/').slice(1, -1);
  return folders.find((folder) => keys.has(folder));
}
