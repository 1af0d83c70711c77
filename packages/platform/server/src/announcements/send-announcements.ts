import type { AnnouncementTexts } from '@portico/contract';
import { and, asc, eq, exists, gt, isNull, lte } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { effectiveGrants } from '../identity/access-tables';
import { tenantMembers, users } from '../identity/account-tables';
import { announcements } from '../identity/tenant-tables';
import type { MessagingServices } from '../messaging/messaging-services';
import { notificationPreferences } from '../messaging/messaging-tables';
import { notifyUsers } from '../messaging/notifications/send-routes';

/** Readers of one notification. */
const batchSize = 1_000;

/** Sends the notifications that have begun, in batches. Several processes share the work, and continue that of a lost one. */
export async function sendDueAnnouncements(services: MessagingServices): Promise<void> {
  while (await sendBatch(services));
}

/** @returns false if none is due */
async function sendBatch(services: MessagingServices): Promise<boolean> {
  const { database, now } = services;
  const deliver = await database.transaction(async (tx) => {
    const { beginsAt, delivery, id, notifiedAt } = announcements;
    const [due] = await tx
      .select()
      .from(announcements)
      .where(and(eq(delivery, 'notification'), isNull(notifiedAt), lte(beginsAt, now())))
      .orderBy(asc(beginsAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (due === undefined) return undefined;
    const readers = await listReaders(tx, due);
    const last = readers.at(-1);
    await tx
      .update(announcements)
      .set({ notifiedTo: last?.userId ?? due.notifiedTo, ...(readers.length < batchSize && { notifiedAt: now() }) })
      .where(eq(id, due.id));
    if (last === undefined) return async () => {};
    const recipients = readers.map(({ isEnabled, ...reader }) => ({ ...reader, isEnabled: isEnabled ?? true }));
    return notifyUsers(tx, recipients, { ...joinTexts(due.texts), module: due.module ?? '' }, now());
  });
  await deliver?.(services);
  return deliver !== undefined;
}

/** Lists the next readers: the members of the tenant, or all users; those of the module, if there is one. */
function listReaders(tx: Executor, { module, notifiedTo, tenant }: typeof announcements.$inferSelect) {
  const { userId, tenant: place, module: app } = effectiveGrants;
  const member = tx
    .select({ userId: tenantMembers.userId })
    .from(tenantMembers)
    .where(
      and(
        eq(tenantMembers.userId, users.id),
        eq(tenantMembers.tenant, tenant ?? ''),
        isNull(tenantMembers.suspendedAt),
      ),
    );
  const grant = tx
    .select({ userId })
    .from(effectiveGrants)
    .where(and(eq(userId, users.id), eq(app, module ?? ''), tenant === null ? undefined : eq(place, tenant)));
  return tx
    .select({ userId: users.id, email: users.email, isEnabled: notificationPreferences.enabled })
    .from(users)
    .leftJoin(
      notificationPreferences,
      and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.module, module ?? '')),
    )
    .where(
      and(
        isNull(users.disabledAt),
        notifiedTo === null ? undefined : gt(users.id, notifiedTo),
        tenant === null ? undefined : exists(member),
        module === null ? undefined : exists(grant),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize);
}

/** Joins both languages, because the server does not know the languages of the readers. */
function joinTexts({ pt, en }: AnnouncementTexts): { readonly title: string; readonly body: string } {
  const texts = [pt, en].filter((text) => text !== undefined);
  const join = (part: 'title' | 'body', separator: string) =>
    [...new Set(texts.map((text) => text[part]))].filter((text) => text !== '').join(separator);
  return { title: join('title', ' · '), body: join('body', '\n\n') };
}
