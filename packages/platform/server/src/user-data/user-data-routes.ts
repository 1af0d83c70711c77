import path from 'node:path';
import { emailSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../http/parse';
import { createOperationRecorder } from '../identity/audit/operator-audit';
import { requireUser } from '../identity/operator/require-user';
import { deleteMailsTo } from '../messaging/mail/delete-old-mails';
import type { MessagingServices } from '../messaging/services';
import { deleteUser } from './delete-user';
import { exportUser } from './export-user';

const byEmailSchema = v.object({ email: emailSchema });

/** Deletes and exports users. The scope requires the operator's key. */
export function registerUserDataRoutes(app: FastifyInstance, services: MessagingServices, dataFolder: string): void {
  const { database, now, throttle } = services;
  const record = createOperationRecorder(services);

  app.get('/users/:email/export', (request) => {
    const { email } = parse(byEmailSchema, request.params);
    return database.transaction(
      async (tx) => {
        const user = await requireUser(tx, email);
        return { exportedAt: now().toISOString(), ...(await exportUser(tx, user)) };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });

  app.delete('/users/:email', async (request, reply) => {
    const { email } = parse(byEmailSchema, request.params);
    await database.transaction(async (tx) => {
      const user = await requireUser(tx, email);
      await deleteUser(tx, user, throttle);
      await record(tx, request, { action: 'user-deleted', userId: user.id });
    });
    await deleteMailsTo(path.join(dataFolder, 'outbox'), email);
    return reply.code(204).send();
  });
}
