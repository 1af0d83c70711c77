import path from 'node:path';
import { emailSchema } from '@portico/contract';
import { and, eq, inArray, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import { parse } from '../http/parse';
import type { User } from '../identity/accounts/user-repository';
import { createOperationRecorder } from '../identity/audit/operator-audit';
import { deleteAddressAccounts } from '../identity/limits/address-account-repository';
import { defaultLimits, type LimitName } from '../identity/limits/limits';
import type { Throttle } from '../identity/limits/throttle';
import { requireUser } from '../identity/operator/require-user';
import { users } from '../identity/tables';
import { deleteMailsTo } from '../messaging/mail/delete-old-mails';
import { lockCounts } from '../messaging/notifications/notification-repository';
import type { MessagingServices } from '../messaging/services';
import { notificationRecipients, notifications } from '../messaging/tables';
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

/**
 * Deletes a user and everything that the portal holds of them: their sessions end with it. Notifications that others
 * got as well stay for these. Records of the audit log stay, with an id that names nobody any more.
 */
async function deleteUser(tx: Executor, { email, id }: User, throttle: Throttle): Promise<void> {
  await lockCounts(tx, [id]);
  await deleteOwnNotifications(tx, id);
  const limits = Object.keys(defaultLimits).filter((name): name is LimitName => name in defaultLimits);
  await throttle.reset(
    tx,
    limits.map((name) => [name, email]),
  );
  await deleteAddressAccounts(tx, email);
  // Their rows of other tables go by foreign keys.
  await tx.delete(users).where(eq(users.id, id));
}

/** Deletes the notifications that nobody else got. */
async function deleteOwnNotifications(tx: Executor, userId: string): Promise<void> {
  const others = alias(notificationRecipients, 'others');
  const ofOthers = tx
    .select({ id: others.notificationId })
    .from(others)
    .where(and(eq(others.notificationId, notificationRecipients.notificationId), ne(others.userId, userId)));
  const own = tx
    .select({ id: notificationRecipients.notificationId })
    .from(notificationRecipients)
    .where(and(eq(notificationRecipients.userId, userId), notExists(ofOthers)));
  await tx.delete(notifications).where(inArray(notifications.id, own));
}
