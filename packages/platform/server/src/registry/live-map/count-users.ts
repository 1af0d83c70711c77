import type { Audience } from '@portico/contract/publishing';
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

/** Age after which numbers are counted again, in milliseconds. Lists show the old ones meanwhile. */
const keptFor = 60_000;

/** Counts users for lists, from a cache: the users of twenty canaries take half a second to count. */
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
