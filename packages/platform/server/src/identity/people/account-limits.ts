import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { auditRecords } from '../audit-tables';
import { listSignInTries } from '../limits/account-tries';
import { defaultLimits } from '../limits/limits';
import { createBucket, getLimitName } from '../limits/throttle';

const accountLimits = ['passwordOfAccount', 'recoveryOfAccount', 'resetOfAccount', 'codeOfAccount'] as const;

/** No limit of an account counts longer. */
const longestWindow = Math.max(...accountLimits.map((name) => defaultLimits[name].window));

/**
 * Lists the buckets that may lock a user out at these tenants: those of the e-mail, and those of browsers, which only the
 * refusals name.
 * Networks are not in it, because other users share them.
 */
export async function listAccountBuckets(
  executor: Executor,
  { email, id }: { readonly email: string; readonly id: string },
  tenants: readonly string[],
  now: Date,
): Promise<string[]> {
  const refusals = await executor
    .selectDistinct({ bucket: sql<string>`${auditRecords.details} ->> 'bucket'` })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.userId, id),
        gt(auditRecords.at, addMilliseconds(now, -longestWindow)),
        sql`${auditRecords.details} ? 'bucket'`,
      ),
    );
  const refused = refusals.map(({ bucket }) => bucket).filter((bucket) => !getLimitName(bucket)?.endsWith('Address'));
  const tries = [
    ...tenants.flatMap((tenant) => listSignInTries(email, tenant)),
    ...accountLimits.map((name) => [name, email] as const),
  ];
  return [...new Set([...tries.map(createBucket), ...refused])];
}
