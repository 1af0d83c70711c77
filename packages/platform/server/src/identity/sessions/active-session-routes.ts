import type { ActiveSession } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parseId } from '../../http/parse';
import { describeOwnAction, readCallOrigin, recordAudit } from '../audit/record-audit';
import type { IdentityServices } from '../services';
import { authenticate } from './authenticate';
import { clearSessionCookies } from './session-cookies';
import { parseUserAgent } from './session-origin';
import { endSessionOfUser, listLiveSessions, type Session } from './session-repository';

/** The sessions of the current user. */
export function registerActiveSessionRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now } = services;

  app.get('/auth/sessions', async (request): Promise<ActiveSession[]> => {
    const { session: current, user } = await authenticate(request, services);
    const sessions = await listLiveSessions(database, user.id, now());
    const active = sessions.map((session) => toActiveSession(session, session.id === current.id));
    return [...active.filter((session) => session.is_current), ...active.filter((session) => !session.is_current)];
  });

  app.delete('/auth/sessions/:id', async (request, reply) => {
    const { session: current, user } = await authenticate(request, services);
    const id = parseId(request, 'session-unknown');
    await database.transaction(async (tx) => {
      if (!(await endSessionOfUser(tx, user.id, id, now()))) throw new ApiError(404, 'session-unknown');
      const own = describeOwnAction(user.id, readCallOrigin(request));
      await recordAudit(tx, now(), { action: 'session-ended', ...own });
    });
    if (id === current.id) clearSessionCookies(reply);
    return reply.code(204).send();
  });
}

function toActiveSession({ id, userAgent, ip, createdAt, lastUsedAt }: Session, isCurrent: boolean): ActiveSession {
  return {
    id,
    ...parseUserAgent(userAgent),
    ip,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    is_current: isCurrent,
  };
}
