import { sql } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { moduleVersions } from '../database/tables';
import { ApiError } from '../errors/api-error';
import type { PreparedVersion } from './prepared-version';

/**
 * An address has one content for good, also where a team hosts it: were it another one now, browsers would refuse the
 * version before, just when it is needed again.
 * @throws ApiError 409 when an earlier version of the module has other content at an address of this one
 */
export async function requireUnchangedAddresses(
  executor: Executor,
  { integrity, module }: PreparedVersion,
): Promise<void> {
  const address = sql<string>`earlier.key`;
  const [changed] = await executor
    .select({ address, version: moduleVersions.version })
    .from(moduleVersions)
    .innerJoin(sql`jsonb_each_text(${moduleVersions.integrity}) as earlier`, sql`true`)
    .innerJoin(
      sql`jsonb_each_text(${JSON.stringify(integrity)}::jsonb) as later`,
      sql`later.key = earlier.key and later.value <> earlier.value`,
    )
    .where(sql`${moduleVersions.module} = ${module}`)
    .limit(1);
  if (changed) throw new ApiError(409, 'address-changed', { values: changed });
}
