import { type CreatedTeamToken, newTeamTokenSchema, type TeamToken } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';
import {
  deleteTeamToken,
  insertTeamToken,
  listTeamTokens,
  type TeamToken as TeamTokenRow,
} from './team-token-repository';

const byIdSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** The tokens of teams, for the operator. */
export function registerOperatorTeamTokenRoutes(app: FastifyInstance, { database, now }: Services): void {
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
