import { type CreatedTeamToken, newTeamTokenSchema, type TeamToken } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse, parseId } from '../../http/parse';
import { createOperationRecorder } from '../../identity/audit/operator-audit';
import { deleteToken } from '../../identity/sessions/bearer-tokens';
import type { RegistryServices } from '../services';
import { teamTokens } from '../tables';
import { insertTeamToken, listTeamTokens, type TeamToken as TeamTokenRow } from './publisher';

/** The operator's routes for team tokens. */
export function registerOperatorTeamTokenRoutes(app: FastifyInstance, services: RegistryServices): void {
  const { database, now } = services;
  const record = createOperationRecorder(services);

  app.get('/team-tokens', async (): Promise<TeamToken[]> => (await listTeamTokens(database)).map(toTeamToken));

  app.post('/team-tokens', async (request, reply): Promise<CreatedTeamToken> => {
    const wanted = parse(newTeamTokenSchema, request.body);
    const created = await database.transaction(async (tx) => {
      const token = await insertTeamToken(tx, wanted, now());
      const { id, modules, name } = token;
      await record(tx, request, { action: 'team-token-created', target: modules.join(','), details: { id, name } });
      return token;
    });
    reply.code(201);
    return { ...toTeamToken(created), token: created.token };
  });

  app.delete('/team-tokens/:id', async (request, reply) => {
    const id = parseId(request, 'team-token-unknown');
    await database.transaction(async (tx) => {
      if (!(await deleteToken(tx, teamTokens, id))) throw new ApiError(404, 'team-token-unknown');
      await record(tx, request, { action: 'team-token-revoked', details: { id } });
    });
    return reply.code(204).send();
  });
}

function toTeamToken({ id, modules, name, createdAt, lastUsedAt }: TeamTokenRow): TeamToken {
  return {
    id,
    modules: [...modules],
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
