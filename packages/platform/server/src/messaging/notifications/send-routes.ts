import { getNotificationTopic, type NotificationReceipt, notificationRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../../http/parse';
import { requireServiceKey } from '../../identity/service-keys';
import { computeCutoff } from '../../process/environment';
import type { MessagingServices } from '../messaging-services';
import { toNotificationEntry } from '../notification-entry';
import { listPushAddresses } from '../push/push-tokens';
import { type NotificationDelivery, storeNotification } from './store-notification';

/** Room for a thousand of the longest e-mails. */
const bodyLimitBytes = 512 * 1024;

const headersSchema = v.object({
  'idempotency-key': v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
});

/**
 * For the back ends of modules. The response counts only the users of the key's own module, so that it does not reveal
 * who else has an account.
 */
export function registerSendRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { background, database, now, throttle } = services;

  app.post('/notifications', { bodyLimit: bodyLimitBytes }, async (request, reply): Promise<NotificationReceipt> => {
    const { id, module } = await requireServiceKey(request, services);
    await throttle.count(database, [['notificationsOfKey', id]]);
    const idempotencyKey = parse(headersSchema, request.headers)['idempotency-key'] ?? null;
    const content = parse(notificationRequestSchema, request.body);
    const { news, recipientCount } = await storeNotification(
      database,
      { module, request: content, idempotencyKey },
      now(),
    );
    if (news) background.run(() => deliverNotification(services, news));
    reply.code(201);
    return { recipients: recipientCount };
  });
}

/** Delivers a stored notification to the recipients' browsers. If that fails, it is still in their lists. */
async function deliverNotification(
  services: MessagingServices,
  { notification, recipients }: NotificationDelivery,
): Promise<void> {
  const { database, now, push, realtime, retention } = services;
  const entry = toNotificationEntry({ notification, isRead: false });
  for (const { email, isEnabled } of recipients) {
    const message = isEnabled ? entry : { ...entry, silent: true };
    realtime.publish(getNotificationTopic(email), JSON.stringify(message));
  }
  if (push === undefined) return;
  const wanting = recipients.filter(({ isEnabled }) => isEnabled).map(({ userId }) => userId);
  await push.send(await listPushAddresses(database, wanting, computeCutoff(retention.pushTokens, now()), now()), entry);
}
