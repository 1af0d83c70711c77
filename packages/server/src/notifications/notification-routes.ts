import { type NotificationId, readNotificationsSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate';
import { parse } from '../parse';
import type { Services } from '../services';
import { type NotificationEntry, toNotificationEntry } from './notification-entry';
import { notificationQuerySchema } from './notification-query';
import { countNotifications, listNotifications, markAllRead, markRead } from './notification-repository';

interface NotificationPage {
  readonly notifications: readonly NotificationEntry[];
  /** Of those that the query asks for. */
  readonly total: number;
  /** Of all. */
  readonly totalUnreadNotifications: number;
}

/** A user's own notifications. They are the user's whatever tenant is visited: a module tells a person, not a tenant. */
export function registerNotificationRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;

  app.get('/notifications', async (request): Promise<NotificationPage> => {
    const { user } = await authenticate(request, services);
    const query = parse(notificationQuerySchema, request.query);
    const [page, total, totalUnreadNotifications] = await Promise.all([
      listNotifications(database, user.id, query),
      countNotifications(database, user.id, query.isRead),
      countNotifications(database, user.id, false),
    ]);
    return { notifications: page.map(toNotificationEntry), total, totalUnreadNotifications };
  });

  // Whose the others are, and whether they exist, nobody is told.
  app.patch('/notifications', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const { ids } = parse(readNotificationsSchema, request.body);
    await markRead(database, user.id, numbersOf(ids), now());
    return reply.code(204).send();
  });

  app.patch('/notifications/all', async (request, reply) => {
    const { user } = await authenticate(request, services);
    await markAllRead(database, user.id, now());
    return reply.code(204).send();
  });
}

/** Those that could be numbers of ours; a client may have made texts of them. */
function numbersOf(ids: readonly NotificationId[]): number[] {
  return ids.map((id) => (/^\d{1,15}$/.test(String(id)) ? Number(id) : -1)).filter((id) => id > 0);
}
