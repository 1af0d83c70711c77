import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { lifetimes } from './lifetimes';
import type { Session } from './session-repository';

/** Returns until when the session may do dangerous steps; `undefined` if it may not now. */
export function findConfirmationEnd({ confirmedAt }: Session, now: Date): Date | undefined {
  const end = confirmedAt === null ? undefined : addMilliseconds(confirmedAt, lifetimes.confirmation);
  return end !== undefined && end > now ? end : undefined;
}

/** @throws ApiError 403 for a session whose user has not proved who they are within ten minutes */
export function requireConfirmed(session: Session, now: Date): void {
  if (findConfirmationEnd(session, now) === undefined) throw new ApiError(403, 'confirmation-needed');
}
