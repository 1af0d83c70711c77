import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { deleteAuditRecords } from '../identity/audit/audit-log';
import { deleteOldAddressAccounts } from '../identity/limits/address-networks';
import { deleteDrainedThrottles } from '../identity/limits/throttle';
import { deleteExpiredRecoveryCodes } from '../identity/passwords/recovery';
import { deleteIdleSessions } from '../identity/sessions/session-repository';
import { deleteOldMails } from '../messaging/mail/mailer';
import { deleteOldNotifications } from '../messaging/notifications/notification-repository';
import { deleteStalePushTokens } from '../messaging/push/push-tokens';
import { computeCutoff } from '../process/environment';
import { deleteOldOutcomes } from '../registry/audiences/outcomes';
import { deleteLeftBackups } from './backup/backup-routes';

const interval = 3600 * 1000;
/** Delay after the start: the embedded database works on the thread that answers the first requests. */
const firstDelay = 10_000;

type RetentionServices = Pick<Services, 'background' | 'database' | 'environment' | 'now'>;

/**
 * Deletes old rows and files ten seconds after the start and every hour. It works in batches, so that other calls run in
 * between.
 * @param isEmbedded whether to vacuum: PGlite has no autovacuum and would never reuse the space of deleted rows
 */
export function startRetention(services: RetentionServices, dataFolder: string, isEmbedded: boolean) {
  const { background, database } = services;
  const closing = new AbortController();
  const deleteAll = () => deleteTooOld(services, dataFolder, closing.signal);
  const first = setTimeout(() => background.run(deleteAll), firstDelay).unref();
  const timer = setInterval(() => {
    background.run(deleteAll);
    if (isEmbedded) background.run(() => vacuum(database));
  }, interval).unref();
  return {
    close: async () => {
      clearTimeout(first);
      clearInterval(timer);
      closing.abort();
    },
  };
}

/** Frees the space of deleted rows. Takes tens of milliseconds after few changes. */
export async function vacuum(database: Executor): Promise<void> {
  await database.execute(sql`vacuum`);
}

/** @param signal stops it after the current batch */
export async function deleteTooOld(
  { database, environment, now }: RetentionServices,
  dataFolder: string,
  signal?: AbortSignal,
): Promise<void> {
  const expiring = [deleteIdleSessions, deleteExpiredRecoveryCodes, deleteDrainedThrottles, deleteOldAddressAccounts];
  for (const deleteBatch of expiring) {
    while (!signal?.aborted && (await deleteBatch(database, now()))) await yieldToEventLoop();
  }
  const batches = [
    [deleteOldNotifications, environment.PORTICO_NOTIFICATION_DAYS],
    [deleteStalePushTokens, environment.PORTICO_PUSH_TOKEN_DAYS],
    [deleteOldOutcomes, environment.PORTICO_OUTCOME_DAYS],
    [deleteAuditRecords, environment.PORTICO_AUDIT_DAYS],
  ] as const;
  for (const [deleteBatch, days] of batches) {
    if (days === undefined) continue;
    const cutoff = computeCutoff(days, now());
    while (!signal?.aborted && (await deleteBatch(database, cutoff))) await yieldToEventLoop();
  }
  await deleteLeftBackups(dataFolder, now());
  await deleteOldMails(path.join(dataFolder, 'outbox'), computeCutoff(environment.PORTICO_OUTBOX_DAYS, now()));
}
