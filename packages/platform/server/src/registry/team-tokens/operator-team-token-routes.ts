import { type CreatedTeamToken, newTeamTokenSchema, type TeamToken } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import type { RegistryServices } from '../services';
import { deleteTeamToken, insertTeamToken, listTeamTokens, type TeamToken as TeamTokenRow } from './publisher';

const byIdSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** The operator's routes for team tokens. */
export function registerOperatorTeamTokenRoutes(app: FastifyInstance, { database, now }: RegistryServices): void {
  app.get('/team-tokens', async (): Promise<TeamToken[]> => (await listTeamTokens(database)).map(toTeamToken));

  app.post('/team-tokens', async (request, reply): Promise<CreatedTeamToken> => {
    const created = await insertTeamToken(database, parse(newTeamTokenSchema, request.body), now());
    reply.code(201);
    return { ...toTeamToken(created), token: created.token };
  });

  app.delete('/team-tokens/:id', async (request, reply) => {
    const parameters = v.safeParse(byIdSchema, request.params);
    const isDeleted = parameters.success && (await deleteTeamToken(database, parameters.output.id));
    if (!isDeleted) throw new ApiError(404, 'team-token-unknown');
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
