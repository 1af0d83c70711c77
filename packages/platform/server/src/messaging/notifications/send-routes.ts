import {
  getNotificationTopic,
  type NotificationReceipt,
  type NotificationRequest,
  notificationRequestSchema,
} from '@portico/contract';
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { isReferenceGone } from '../../database/database-errors';
import { parse } from '../../http/parse';
import { users } from '../../identity/account-tables';
import { listUsersOfApp } from '../../identity/accounts/app-repository';
import { requireServiceKey } from '../../identity/service-keys';
import { computeCutoff } from '../../process/environment';
import type { MessagingServices } from '../messaging-services';
import { notificationPreferences, notificationRecipients, notifications } from '../messaging-tables';
import { toNotificationEntry } from '../notification-entry';
import { listPushAddresses } from '../push/push-tokens';

/** Enough for a thousand of the longest e-mails. */
const bodyLimitBytes = 512 * 1024;

const headersSchema = v.object({
  'idempotency-key': v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
});

/** The call of modules' back ends. It counts only users of its own module, so that it does not reveal accounts. */
export function registerSendRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { background, database, now, throttle } = services;

  app.post('/notifications', { bodyLimit: bodyLimitBytes }, async (request, reply): Promise<NotificationReceipt> => {
    const { id, module } = await requireServiceKey(request, services);
    await throttle.count(database, [['notificationsOfKey', id]]);
    const idempotencyKey = parse(headersSchema, request.headers)['idempotency-key'] ?? null;
    const content = parse(notificationRequestSchema, request.body);
    const wanted = { module, request: content, idempotencyKey };
    const { delivery, recipientCount } = await storeNotification(database, wanted, now());
    if (delivery) background.run(() => deliverNotification(services, delivery));
    reply.code(201);
    return { recipients: recipientCount };
  });
}

/** A notification of the portal itself; `module` is the one that it is about. */
type PortalNotification = Pick<NotificationRequest, 'title' | 'body' | 'redirect'> & { readonly module?: string };

/** `isEnabled` is false for users who have switched off toasts and pushes of the module. */
interface Recipient {
  readonly userId: string;
  readonly email: string;
  readonly isEnabled: boolean;
}

/** Stores a notification of the portal itself for users, in the transaction of its cause. @returns delivers it */
export async function notifyUsers(
  tx: Executor,
  recipients: readonly Recipient[],
  { module = '', ...content }: PortalNotification,
  now: Date,
): Promise<(services: MessagingServices) => Promise<void>> {
  const wanted = { module, request: { emails: [], ...content }, idempotencyKey: null };
  const notification = await insertNotification(tx, wanted, recipients, now);
  return async (services) => {
    if (notification) await deliverNotification(services, { notification, recipients });
  };
}

interface NotificationDelivery {
  readonly notification: typeof notifications.$inferSelect;
  readonly recipients: readonly Recipient[];
}

/** Delivers a stored notification to the recipients' browsers. After a failure it is still in their lists. */
async function deliverNotification(
  services: MessagingServices,
  { notification, recipients }: NotificationDelivery,
): Promise<void> {
  const { database, environment, now, push, realtime } = services;
  const entry = toNotificationEntry({ notification, isRead: false });
  for (const { email, isEnabled } of recipients) {
    const message = isEnabled ? entry : { ...entry, silent: true };
    realtime.publish(getNotificationTopic(email), JSON.stringify(message));
  }
  if (push === undefined) return;
  const wanting = recipients.filter(({ isEnabled }) => isEnabled).map(({ userId }) => userId);
  await push.send(
    await listPushAddresses(database, wanting, computeCutoff(environment.PORTICO_PUSH_TOKEN_DAYS, now()), now()),
    entry,
  );
}

interface NotificationToStore {
  readonly module: string;
  readonly request: NotificationRequest;
  /** Each module stores only one notification with the same key. */
  readonly idempotencyKey: string | null;
}

/** More tries fail only if users are deleted faster than notifications are stored. */
const maxTries = 5;

/** Stores a notification once. Returns the number of recipients, and the delivery if it is new. */
export async function storeNotification(database: Executor, wanted: NotificationToStore, now: Date) {
  for (let tries = 1; ; tries++) {
    try {
      return await store(database, wanted, now);
    } catch (error) {
      // Retries for the other recipients after the deletion of one.
      if (tries === maxTries || !isReferenceGone(error)) throw error;
    }
  }
}

function store(database: Executor, wanted: NotificationToStore, now: Date) {
  const { module, request, idempotencyKey } = wanted;
  return database.transaction(async (tx) => {
    const recipients = await findRecipients(tx, module, request.emails);
    const notification = recipients.length === 0 ? undefined : await insertNotification(tx, wanted, recipients, now);
    if (notification === undefined) {
      return { recipientCount: await countRecipients(tx, module, idempotencyKey), delivery: undefined };
    }
    return { recipientCount: recipients.length, delivery: { notification, recipients } };
  });
}

/** @returns `undefined` if the module has stored one with the same key */
async function insertNotification(
  tx: Executor,
  { module, request, idempotencyKey }: NotificationToStore,
  recipients: readonly { readonly userId: string }[],
  now: Date,
) {
  const { title, body, icon = null, redirect = null } = request;
  const [notification] = await tx
    .insert(notifications)
    .values({ module, title, body, icon, redirect, idempotencyKey, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (notification === undefined) return undefined;
  const rows = recipients.map(({ userId }) => ({ userId, notificationId: notification.id }));
  await tx.insert(notificationRecipients).values(rows);
  return notification;
}

/** Counts the recipients of a notification that was stored with this key; 0 without a key. */
async function countRecipients(tx: Executor, module: string, idempotencyKey: string | null): Promise<number> {
  if (idempotencyKey === null) return 0;
  const [row] = await tx
    .select({ total: count() })
    .from(notifications)
    .innerJoin(notificationRecipients, eq(notificationRecipients.notificationId, notifications.id))
    .where(and(eq(notifications.module, module), eq(notifications.idempotencyKey, idempotencyKey)));
  return row?.total ?? 0;
}

/** Finds the enabled users of a module by e-mail, and whether they have its toasts and pushes switched on. */
async function findRecipients(executor: Executor, module: string, emails: readonly string[]) {
  const rows = await executor
    .select({ userId: users.id, email: users.email, isEnabled: notificationPreferences.enabled })
    .from(users)
    .leftJoin(
      notificationPreferences,
      and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.module, module)),
    )
    .where(and(inArray(users.email, [...emails]), isNull(users.disabledAt)))
    .orderBy(asc(users.id));
  const granted = await listUsersOfApp(
    executor,
    module,
    rows.map(({ userId }) => userId),
  );
  return rows
    .filter(({ userId }) => granted.has(userId))
    .map(({ isEnabled, ...recipient }) => ({ ...recipient, isEnabled: isEnabled ?? true }));
}
