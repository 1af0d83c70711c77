import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { sessions } from '../session-tables';
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

/** Allows dangerous steps in a session for ten minutes, and records it. */
export async function markConfirmed(
  { database, now }: IdentityServices,
  request: FastifyRequest,
  session: Pick<Session, 'id' | 'tenant' | 'userId'>,
  about: { readonly target?: string } = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.update(sessions).set({ confirmedAt: now() }).where(eq(sessions.id, session.id));
    await recordOwnAction(tx, now(), request, session, 'caller-confirmed', about);
  });
}
