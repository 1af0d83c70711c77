import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Health, type HealthState, healthSchema } from '@portico/contract';
import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { addMilliseconds } from '../database/database-clock';
import { listAppliedMigrations } from '../database/migrate';
import type { ApiScope } from '../http/route-schemas';
import { invitations } from '../identity/account-tables';
import { auditRecords } from '../identity/audit-tables';
import { announcements } from '../identity/tenant-tables';
import { listMails } from '../messaging/mail/mailer';
import { hasFreeSpace, readServerVersion } from '../process/folders';

/** A slower answer of the database is noticed by users. In milliseconds. */
const slowDatabase = 250;
/** After a week without a backup, the operator should make one. */
const backupAge = 7 * 24 * 60 * 60 * 1000;
/** Notifications are due for at most half a minute; later ones wait for something. */
const notificationDelay = 5 * 60 * 1000;
/** Below this part of the disk, the operator should free space. */
const lowDisk = 0.1;

/** `GET /health`: the state of the server and of what it needs. */
export function registerOperatorHealthRoute(app: ApiScope, services: Services, dataFolder: string): void {
  const startedAt = services.now();
  const config = { permission: 'health.read' } as const;
  app.get('/health', { config, schema: { response: { 200: healthSchema } } }, async (): Promise<Health> => {
    const { database, embeddedBroker, environment, now, push, realtime } = services;
    const start = performance.now();
    await database.execute(sql`select 1`);
    const milliseconds = Math.round(performance.now() - start);
    const schema = [...(await listAppliedMigrations(database))].sort().at(-1) ?? '';
    const mail = await countMails(database, now());
    const connections = embeddedBroker?.countConnections();
    const outbox = environment.SMTP_URL ? 0 : (await listMails(path.join(dataFolder, 'outbox'))).length;
    return {
      server: {
        state: 'ok',
        version: await readServerVersion(),
        schema: schema.replace(/\.sql$/, ''),
        started_at: startedAt.toISOString(),
      },
      database: { state: milliseconds > slowDatabase ? 'attention' : 'ok', milliseconds },
      backup: await findBackup(database, now()),
      mail: { state: !environment.SMTP_URL ? 'off' : mail.failed > 0 ? 'attention' : 'ok', ...mail, outbox },
      notifications: await countNotifications(database, now()),
      push: { state: push ? 'ok' : 'off', waiting: push?.count() ?? 0 },
      broker: {
        state: realtime.isConnected() && (await realtime.isReady()) ? 'ok' : 'failed',
        connections: connections ? connections.user + connections.anonymous : null,
      },
      disk: await readDisk(dataFolder),
    };
  });
}

async function findBackup(database: Executor, now: Date): Promise<Health['backup']> {
  const [last] = await database
    .select({ at: auditRecords.at })
    .from(auditRecords)
    .where(eq(auditRecords.action, 'backup-made'))
    .orderBy(desc(auditRecords.at))
    .limit(1);
  const isOld = last === undefined || last.at < addMilliseconds(now, -backupAge);
  return { state: isOld ? 'attention' : 'ok', last_at: last?.at.toISOString() ?? null };
}

/** Counts the invitations that could be sent still. */
async function countMails(database: Executor, now: Date) {
  const { acceptedAt, expiresAt, nextTryAt, sentAt, withdrawnAt } = invitations;
  const isOpen = and(isNull(acceptedAt), isNull(withdrawnAt), isNull(sentAt), gt(expiresAt, now));
  return {
    waiting: await database.$count(invitations, and(isOpen, isNotNull(nextTryAt))),
    failed: await database.$count(invitations, and(isOpen, isNull(nextTryAt))),
  };
}

async function countNotifications(database: Executor, now: Date): Promise<Health['notifications']> {
  const { beginsAt, delivery, notifiedAt } = announcements;
  const count = (before: Date) =>
    database.$count(announcements, and(eq(delivery, 'notification'), isNull(notifiedAt), lte(beginsAt, before)));
  const waiting = await count(now);
  const isLate = waiting > 0 && (await count(addMilliseconds(now, -notificationDelay))) > 0;
  return { state: isLate ? 'attention' : 'ok', waiting };
}

async function readDisk(folder: string): Promise<Health['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const state = (await hasFreeSpace(folder)) ? (bavail < blocks * lowDisk ? 'attention' : 'ok') : 'failed';
  return { state: state satisfies HealthState, free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}
