import {
  getNotificationTopic,
  type Notification,
  notificationPageSize,
  readNotificationsSchema,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse } from '../../http/parse';
import { authenticate } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../messaging-services';
import { toNotificationEntry } from '../notification-entry';
import {
  countNotifications,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationQuery,
  stampRead,
} from './notification-repository';

const largestPage = 100;

const digits = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
/** Accepts lists as clients write them: `read[]=0&read[]=1`, `read=0&read=1` or `read=[0,1]`. */
const readSchema = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((given) =>
    [given].flat().flatMap((text) => (/^\[.*\]$/.test(text) ? text.slice(1, -1).split(',') : text)),
  ),
  v.array(v.picklist(['0', '1'])),
  v.minLength(1),
  v.maxLength(10),
);

const notificationQuerySchema = v.pipe(
  v.object({
    offset: v.optional(digits, '0'),
    limit: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(largestPage)), String(notificationPageSize)),
    read: v.optional(readSchema),
    'read[]': v.optional(readSchema),
  }),
  v.transform(({ offset, limit, read = [], 'read[]': listed = [] }): NotificationQuery => {
    const states = new Set([...read, ...listed]);
    return { offset, limit, isRead: states.size === 1 ? states.has('1') : undefined };
  }),
);

/** Registers the routes for the notifications of the current user, of all tenants. */
export function registerNotificationRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { background, database, now, realtime } = services;

  /** Tells the other devices of a user. They fetch their lists, and close the toasts of these ids. */
  function publishRead(email: string, ids?: readonly Notification['id'][]): void {
    realtime.publish(getNotificationTopic(email), JSON.stringify({ id: 'read', silent: true, read_ids: ids }));
  }

  app.get('/notifications', async (request) => {
    const { user } = await authenticate(request, services);
    const query = parse(notificationQuerySchema, request.query);
    const [page, { total, unread }] = await Promise.all([
      listNotifications(database, user.id, query),
      countNotifications(database, user.id),
    ]);
    return {
      notifications: page.map(toNotificationEntry),
      total: query.isRead === undefined ? total : query.isRead ? total - unread : unread,
      totalUnreadNotifications: unread,
    };
  });

  // Ignores ids of other users silently, so that the response does not reveal whether they exist.
  app.patch('/notifications', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const { ids } = parse(readNotificationsSchema, request.body);
    await markRead(database, user.id, parseIds(ids), now());
    publishRead(user.email, ids);
    return reply.code(204).send();
  });

  app.patch('/notifications/all', async (request, reply) => {
    const { user } = await authenticate(request, services);
    await markAllRead(database, user.id);
    publishRead(user.email);
    background.run(() => stampRead(database, user.id, now()));
    return reply.code(204).send();
  });
}

/** Parses ids, which clients may send as texts. Drops impossible ones. */
function parseIds(ids: readonly Notification['id'][]): number[] {
  return ids.map((id) => (/^\d{1,15}$/.test(String(id)) ? Number(id) : -1)).filter((id) => id > 0);
}
