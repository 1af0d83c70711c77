import { type NotificationReceipt, notificationRequestSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../parse';
import { requireServiceKey } from '../service-keys/require-service-key';
import type { Services } from '../services';
import { deliverNotification } from './deliver-notification';
import { storeNotification } from './store-notification';

/** A thousand e-mails of the longest kind. */
const bodyLimitBytes = 512 * 1024;

const headersSchema = v.object({
  'idempotency-key': v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
});

/**
 * For the back ends of modules. The answer's count is of those who have the key's own module, so that it tells nothing
 * of who else has an account.
 */
export function registerSendRoutes(app: FastifyInstance, services: Services): void {
  const { background, database, now, throttle } = services;

  app.post('/notifications', { bodyLimit: bodyLimitBytes }, async (request, reply): Promise<NotificationReceipt> => {
    const { id, module } = await requireServiceKey(request, services);
    await throttle.count(database, 'notificationsOfKey', id);
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
