import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { signInProviders, userIdentities } from '../provider-tables';

/** Lists the providers at which a user has an account, by name: those of one tenant if given. */
export function listLinkedProviders(executor: Executor, userId: string, tenant?: string) {
  const { id, name, tenant: place } = signInProviders;
  return executor
    .select({ id, name })
    .from(userIdentities)
    .innerJoin(signInProviders, eq(id, userIdentities.providerId))
    .where(and(eq(userIdentities.userId, userId), tenant === undefined ? undefined : eq(place, tenant)))
    .orderBy(asc(name), asc(id));
}
