import type { Audience } from '@portico/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../database/database';
import { effectiveGrants } from '../../identity/access-tables';
import { findCohort } from '../../identity/sessions/cohort';
import { isInAudience } from './resolve-module';

/** Above so many users, the number in a percentage is estimated: each user costs two hashes. */
const countedUsers = 1000;

/** Counts the users who may use a module, and those of them who are in an audience. */
export async function countUsers(executor: Executor, key: string, audience?: Audience) {
  const { module, tenant, userId } = effectiveGrants;
  const isOfModule = eq(module, key);
  const count = async (condition = isOfModule) => {
    const [row] = await executor
      .select({ users: sql<number>`count(distinct ${userId})::int` })
      .from(effectiveGrants)
      .where(condition);
    return row?.users ?? 0;
  };
  const users = await count();
  if (audience === undefined) return { users, inAudience: users };
  if ('tenants' in audience) {
    return { users, inAudience: await count(and(isOfModule, inArray(tenant, audience.tenants))) };
  }
  if (users > countedUsers) return { users, inAudience: Math.round((users * audience.percent) / 100) };
  const ids = await executor.selectDistinct({ userId }).from(effectiveGrants).where(isOfModule);
  const isIncluded = (id: string) => isInAudience(audience, key, { cohort: findCohort(id) });
  return { users, inAudience: ids.filter(({ userId }) => isIncluded(userId)).length };
}

/** How long a list shows the same numbers, in milliseconds. */
const keptFor = 60_000;

/**
 * Creates what counts users for lists. To count the users of twenty canaries takes half a second, so a list shows numbers
 * of the last minute, and older ones while it counts again.
 */
export function createUserCounter(): typeof countUsers {
  const counts = new LRUCache<string, Awaited<ReturnType<typeof countUsers>>, Parameters<typeof countUsers>>({
    max: 1000,
    ttl: keptFor,
    allowStale: true,
    fetchMethod: (_key, _stale, { context }) => countUsers(...context),
  });
  return (executor, key, audience) =>
    counts.forceFetch(JSON.stringify([key, audience]), { context: [executor, key, audience] });
}
