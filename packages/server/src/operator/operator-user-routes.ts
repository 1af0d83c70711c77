import { emailSchema, newUserSchema, type OperatorUser, userChangeSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { insertUser, listUsers, setDisabledAt, type User } from '../accounts/user-repository';
import { endSessionsOfUser } from '../auth/session-repository';
import { ApiError } from '../errors/api-error';
import { parse } from '../parse';
import type { Services } from '../services';

const byEmailSchema = v.object({ email: emailSchema });

export function registerOperatorUserRoutes(app: FastifyInstance, { database, now, passwords }: Services): void {
  app.get('/users', async (): Promise<OperatorUser[]> => (await listUsers(database)).map(toOperatorUser));

  app.post('/users', async (request, reply): Promise<OperatorUser> => {
    const { email, name, password } = parse(newUserSchema, request.body);
    const passwordHash = password === undefined ? null : await passwords.hash(password);
    const user = await insertUser(database, { email, name, passwordHash }, now());
    if (user === undefined) throw new ApiError(409, 'user-exists');
    reply.code(201);
    return toOperatorUser(user);
  });

  app.patch('/users/:email', async (request): Promise<OperatorUser> => {
    const { email } = parse(byEmailSchema, request.params);
    const { disabled } = parse(userChangeSchema, request.body);
    const user = await database.transaction(async (tx) => {
      const changed = await setDisabledAt(tx, email, disabled ? now() : null);
      if (changed && disabled) await endSessionsOfUser(tx, changed.id, now());
      return changed;
    });
    if (user === undefined) throw new ApiError(404, 'user-unknown');
    return toOperatorUser(user);
  });
}

function toOperatorUser({ email, name, disabledAt }: User): OperatorUser {
  return { email, name, disabled: disabledAt !== null };
}
