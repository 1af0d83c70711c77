import { type VersionVitals, type VisitVitals, type VitalName, vitalNames } from '@portico/contract/publishing';
import { eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { deleteBatch } from '../../database/delete-batch';
import { versionVitals } from '../tables';
import { findVersionAt } from '../versions/version-repository';
import { computeFigure, findBand } from './vital-bands';

/** Counts the vitals of a visit. Does nothing for a version that the portal does not have. */
export async function countVitals(executor: Executor, visit: VisitVitals, at: Date): Promise<void> {
  const { address, module, vitals } = visit;
  const version = await findVersionAt(executor, module, address);
  if (version === '') return;
  // Once each, in the order of their names: two calls that lock rows in different orders would wait for each other.
  const values = new Map(vitals.map(({ name, value }) => [name, value]));
  const rows = [...values]
    .map(([name, value]) => ({ module, version, name, band: findBand(name, value), visits: 1, at }))
    .sort((one, other) => one.name.localeCompare(other.name));
  await executor
    .insert(versionVitals)
    .values(rows)
    .onConflictDoUpdate({
      target: [versionVitals.module, versionVitals.version, versionVitals.name, versionVitals.band],
      set: { visits: sql`${versionVitals.visits} + 1`, at },
    });
}

/** Lists the versions of a module of which browsers have reported vitals, the latest report first. */
export async function listVitals(executor: Executor, module: string): Promise<VersionVitals[]> {
  const { at, band, name, version, visits } = versionVitals;
  const rows = await executor
    .select({ version, name, band, visits, at })
    .from(versionVitals)
    .where(eq(versionVitals.module, module));
  const latest = rows.sort((one, other) => other.at.getTime() - one.at.getTime());
  return [...new Set(latest.map((row) => row.version))].map((each) => {
    const figures = vitalNames.map((vital): [VitalName, ReturnType<typeof computeFigure>] => {
      const counts = latest.filter((row) => row.version === each && row.name === vital);
      return [vital, computeFigure(vital, counts)];
    });
    return { version: each, vitals: Object.fromEntries(figures.filter(([, figure]) => figure !== undefined)) };
  });
}

/** Deletes a batch of the bands without a visit since a time; returns whether there may be more. */
export function deleteOldVitals(executor: Executor, before: Date): Promise<boolean> {
  const { at, band, module, name, version } = versionVitals;
  return deleteBatch(executor, versionVitals, [module, version, name, band], lt(at, before));
}
