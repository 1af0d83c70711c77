import type { Executor } from '../../database/database';
import { isMember } from '../accounts/member-repository';
import type { Session } from './session-repository';

/** Whether a session is valid in a tenant. One that the previous release started is valid in each tenant of its user. */
export async function isSessionOf(
  executor: Executor,
  session: Pick<Session, 'tenant' | 'userId'>,
  tenant: string,
): Promise<boolean> {
  return session.tenant === null ? isMember(executor, { tenant, userId: session.userId }) : session.tenant === tenant;
}
