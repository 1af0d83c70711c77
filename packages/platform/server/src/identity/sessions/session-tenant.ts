import { ApiError } from '../../http/api-error';
import type { Session } from './session-repository';

/** Whether a session is valid in a tenant. One that the previous release started is valid in each tenant of its user. */
export function isSessionOf({ tenant }: Pick<Session, 'tenant'>, other: string): boolean {
  return tenant === null || tenant === other;
}

/** @throws ApiError 403 for a session of another tenant */
export function requireSessionOf(session: Pick<Session, 'tenant'>, tenant: string): void {
  if (!isSessionOf(session, tenant)) throw new ApiError(403, 'token-not-allowed');
}
