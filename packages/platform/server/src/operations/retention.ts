import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { inArray, lt, sql } from 'drizzle-orm';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { addMilliseconds } from '../database/database-clock';
import { deleteBatch } from '../database/delete-batch';
import { invitations } from '../identity/account-tables';
import { deleteAuditRecords } from '../identity/audit/audit-log';
import { addressAccounts, throttles } from '../identity/limit-tables';
import { addressChanges, mailedCodes, usedChallenges } from '../identity/proof-tables';
import { providerTokens, usedLogoutTokens } from '../identity/provider-tables';
import { knownDevices, sessions } from '../identity/session-tables';
import { lifetimes } from '../identity/sessions/lifetimes';
import { hasEnded } from '../identity/sessions/session-repository';
import { announcements } from '../identity/tenant-tables';
import { deleteOldMails } from '../messaging/mail/mailer';
import { deleteOldNotifications } from '../messaging/notifications/notification-repository';
import { deleteStalePushTokens } from '../messaging/push/push-tokens';
import { computeCutoff } from '../process/environment';
import { deleteOldOutcomes } from '../registry/audiences/outcomes';
import { deleteOldFailures } from '../registry/failures/failure-repository';
import { deleteUnusedFiles } from '../registry/files/sent-file-repository';
import { deleteOldVitals } from '../registry/vitals/vital-repository';

const interval = 3600 * 1000;
/** Delay after the start: the embedded database works on the thread that answers the first requests. */
const firstDelay = 10_000;

type DeletionServices = Pick<Services, 'database' | 'environment' | 'now'>;

/**
 * Deletes old rows and files ten seconds after the start and every hour. It works in batches, so that other calls run in
 * between.
 * @param isEmbedded whether to vacuum: PGlite has no autovacuum and would never reuse the space of deleted rows
 */
export function startRetention(
  services: DeletionServices & Pick<Services, 'background'>,
  dataFolder: string,
  isEmbedded: boolean,
) {
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
  { database, environment, now }: DeletionServices,
  dataFolder: string,
  signal?: AbortSignal,
): Promise<void> {
  const at = now();
  const since = (age: number) => addMilliseconds(at, -age);
  const { account, network, seenAt } = addressAccounts;
  const endedSessions = database.select({ id: sessions.id }).from(sessions).where(hasEnded(at));
  const expired: readonly Parameters<typeof deleteBatch>[] = [
    // Few sessions in a batch, because their tokens are deleted with them.
    [database, sessions, [sessions.id], lt(sessions.lastUsedAt, since(lifetimes.refreshToken)), 100],
    [database, mailedCodes, [mailedCodes.request], lt(mailedCodes.expiresAt, at)],
    [database, invitations, [invitations.id], lt(invitations.expiresAt, since(lifetimes.endedInvitation))],
    [database, knownDevices, [knownDevices.id], lt(knownDevices.lastUsedAt, since(lifetimes.knownDevice))],
    [database, announcements, [announcements.id], lt(announcements.endsAt, since(lifetimes.endedAnnouncement))],
    [database, addressChanges, [addressChanges.userId], lt(addressChanges.expiresAt, at)],
    [database, usedChallenges, [usedChallenges.hash], lt(usedChallenges.expiresAt, at)],
    [database, throttles, [throttles.key], lt(throttles.drainedAt, at)],
    [database, providerTokens, [providerTokens.sessionId], inArray(providerTokens.sessionId, endedSessions)],
    [
      database,
      usedLogoutTokens,
      [usedLogoutTokens.providerId, usedLogoutTokens.jtiHash],
      lt(usedLogoutTokens.expiresAt, at),
    ],
    [database, addressAccounts, [network, account], lt(seenAt, since(lifetimes.addressAccount))],
  ];
  for (const batch of expired) {
    while (!signal?.aborted && (await deleteBatch(...batch))) await yieldToEventLoop();
  }
  const batches = [
    [deleteUnusedFiles, 1],
    [deleteOldNotifications, environment.PORTICO_NOTIFICATION_DAYS],
    [deleteStalePushTokens, environment.PORTICO_PUSH_TOKEN_DAYS],
    [deleteOldOutcomes, environment.PORTICO_OUTCOME_DAYS],
    [deleteOldFailures, environment.PORTICO_FAILURE_DAYS],
    [deleteOldVitals, environment.PORTICO_OUTCOME_DAYS],
    [deleteAuditRecords, environment.PORTICO_AUDIT_DAYS],
  ] as const;
  for (const [deleteOld, days] of batches) {
    if (days === undefined) continue;
    const cutoff = computeCutoff(days, at);
    while (!signal?.aborted && (await deleteOld(database, cutoff))) await yieldToEventLoop();
  }
  const { PORTICO_OUTBOX_DAYS: mailDays } = environment;
  if (mailDays !== undefined) await deleteOldMails(path.join(dataFolder, 'outbox'), computeCutoff(mailDays, at));
}
