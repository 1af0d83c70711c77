import { type NotificationPreference, notificationPreferenceListSchema } from '@portico/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { effectiveGrants } from '../../identity/access-tables';
import { authenticate, requireRemainingUser } from '../../identity/sessions/authenticate';
import type { MessagingServices } from '../messaging-services';
import { notificationPreferences } from '../messaging-tables';

const changesSchema = v.pipe(
  notificationPreferenceListSchema,
  v.check((preferences) => new Set(preferences.map(({ module }) => module)).size === preferences.length),
);

/** Registers the preferences of the current user: the modules that may show toasts and pushes. */
export function registerPreferenceRoutes(app: FastifyInstance, services: MessagingServices): void {
  const { database } = services;

  app.get('/notifications/preferences', async (request): Promise<NotificationPreference[]> => {
    const { user } = await authenticate(request, services);
    return listPreferences(database, user.id);
  });

  app.put('/notifications/preferences', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const changes = parse(changesSchema, request.body);
    const known = new Set((await listPreferences(database, user.id)).map(({ module }) => module));
    if (!changes.every(({ module }) => known.has(module))) throw new ApiError(404, 'module-unknown');
    await requireRemainingUser(setPreferences(database, user.id, changes));
    return reply.code(204).send();
  });
}

/** Lists a preference for each module of the user in any tenant, by module. */
async function listPreferences(executor: Executor, userId: string): Promise<NotificationPreference[]> {
  const rows = await executor
    .selectDistinct({ module: effectiveGrants.module, enabled: notificationPreferences.enabled })
    .from(effectiveGrants)
    .leftJoin(
      notificationPreferences,
      and(
        eq(notificationPreferences.userId, effectiveGrants.userId),
        eq(notificationPreferences.module, effectiveGrants.module),
      ),
    )
    .where(eq(effectiveGrants.userId, userId));
  return inOrder(rows.map(({ module, enabled }) => ({ module, enabled: enabled ?? true })));
}

/** Stores all preferences or none. No module may occur twice. */
async function setPreferences(
  executor: Executor,
  userId: string,
  preferences: readonly NotificationPreference[],
): Promise<void> {
  if (preferences.length === 0) return;
  await executor
    .insert(notificationPreferences)
    // All calls use the same order, to avoid deadlocks.
    .values(inOrder(preferences).map((preference) => ({ userId, ...preference })))
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.module],
      set: { enabled: sql`excluded.enabled` },
    });
}

/** Sorts by code units, because the order of a database depends on its locale. */
function inOrder(preferences: readonly NotificationPreference[]): NotificationPreference[] {
  return [...preferences].sort((one, other) => (one.module < other.module ? -1 : 1));
}
