import { and, eq, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { isMember } from '../accounts/member-repository';
import { tenants } from '../tenant-tables';
import type { Session } from './session-repository';

/** Whether a session is valid in a tenant. One that the previous release started is valid in each tenant of its user. */
export async function isSessionOf(
  executor: Executor,
  session: Pick<Session, 'tenant' | 'userId'>,
  tenant: string,
): Promise<boolean> {
  return session.tenant === null ? isMember(executor, { tenant, userId: session.userId }) : session.tenant === tenant;
}

/**
 * Whether a session at one tenant gives tokens for another. The other one would not know a provider that vouched for the
 * user, and may ask more than a password at its own sign-in.
 */
export async function mayReach(
  executor: Executor,
  { providerId, tenant: own }: Pick<Session, 'providerId' | 'tenant'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  if ((own ?? from) === to) return true;
  const asksMore = or(eq(tenants.passwordsOff, true), eq(tenants.requiresSecondFactor, true));
  return providerId === null && (await executor.$count(tenants, and(eq(tenants.key, to), asksMore))) === 0;
}
