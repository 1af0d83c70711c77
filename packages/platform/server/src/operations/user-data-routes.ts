import path from 'node:path';
import { emailSchema, tenantKeySchema } from '@portico/contract';
import { and, desc, eq, getTableColumns, inArray, ne, notExists, or } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Executor } from '../database/database';
import type { ApiScope } from '../http/route-schemas';
import {
  accessRequests,
  appGrants,
  claimMappings,
  claimMatches,
  groupMembers,
  groups,
} from '../identity/access-tables';
import { directoryUsers, invitations, tenantMembers, userImages, userRoles, users } from '../identity/account-tables';
import { listTenants } from '../identity/accounts/tenant-repository';
import { requireUser, type User } from '../identity/accounts/user-repository';
import { recordCall } from '../identity/audit/audit-log';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import { auditRecords } from '../identity/audit-tables';
import { listSignInTries } from '../identity/limits/account-tries';
import { deleteAddressAccounts } from '../identity/limits/address-networks';
import { defaultLimits, type LimitName } from '../identity/limits/limits';
import type { Throttle } from '../identity/limits/throttle';
import { findPerson, requireManageable } from '../identity/people/find-person';
import { addressChanges, mailedCodes, passkeys, secondFactors } from '../identity/proof-tables';
import { signInProviders, userIdentities } from '../identity/provider-tables';
import { knownDevices, sessions } from '../identity/session-tables';
import { deleteMailsTo } from '../messaging/mail/mailer';
import type { MessagingServices } from '../messaging/messaging-services';
import {
  notificationCounts,
  notificationPreferences,
  notificationRecipients,
  notifications,
  pushTokens,
} from '../messaging/messaging-tables';
import { lockCounts } from '../messaging/notifications/notification-repository';
import { failurePeople, rolloutOutcomes } from '../registry/tables';

const byEmailSchema = v.object({ email: emailSchema });
const byMemberSchema = v.object({ tenant: tenantKeySchema, email: emailSchema });

/** Deletes and exports users. The scope requires the operator's key. */
export function registerUserDataRoutes(app: ApiScope, services: MessagingServices, dataFolder: string): void {
  const { database, now, throttle } = services;

  const byEmail = { config: { isDangerous: true }, schema: { params: byEmailSchema } };
  app.get('/users/:email/export', byEmail, ({ params: { email } }) => {
    return database.transaction(
      async (tx) => {
        const user = await requireUser(tx, email);
        return { exportedAt: now().toISOString(), ...(await exportUser(tx, user)) };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });

  app.delete('/users/:email', byEmail, async (request, reply) => {
    const { email } = request.params;
    await database.transaction(async (tx) => {
      const user = await requireUser(tx, email);
      await deleteUser(tx, user, throttle);
      await recordCall(tx, now(), request, { action: 'user-deleted', userId: user.id });
    });
    await deleteMailsTo(path.join(dataFolder, 'outbox'), email);
    return reply.code(204).send();
  });

  // An administrator deletes an account that no other tenant knows, and takes others out of the own tenant.
  createOperationRoutes(app, services)(
    'DELETE',
    '/tenants/:tenant/users/:email/account',
    { permission: 'people.manage', isDangerous: true, params: byMemberSchema },
    async (tx, request) => {
      const { email, tenant } = request.params;
      const user = await findPerson(tx, tenant, email);
      await requireManageable(tx, request, user, tenant);
      await deleteUser(tx, user, throttle, tenant);
      const afterwards = () => deleteMailsTo(path.join(dataFolder, 'outbox'), email);
      return { action: 'user-deleted', userId: user.id, tenant, afterwards };
    },
  );
}

/**
 * Deletes a user and all their data, which ends their sessions. Notifications with other recipients stay. Audit records
 * stay too, with an id that identifies no user any more.
 * @param tenant deletes only the invitations of this tenant; those of others are theirs
 */
async function deleteUser(tx: Executor, { email, id }: User, throttle: Throttle, tenant?: string): Promise<void> {
  await lockCounts(tx, [id]);
  await deleteOwnNotifications(tx, id);
  const limits = Object.keys(defaultLimits).filter((name): name is LimitName => name in defaultLimits);
  await throttle.reset(
    tx,
    limits.map((name) => [name, email]),
  );
  for (const { key } of await listTenants(tx)) await throttle.reset(tx, listSignInTries(email, key));
  await deleteAddressAccounts(tx, email);
  const isOwn = tenant === undefined ? undefined : eq(invitations.tenant, tenant);
  await tx.delete(invitations).where(and(eq(invitations.email, email), isOwn));
  // Foreign keys delete their rows in other tables.
  await tx.delete(users).where(eq(users.id, id));
}

/** Deletes the notifications without other recipients. */
async function deleteOwnNotifications(tx: Executor, userId: string): Promise<void> {
  const others = alias(notificationRecipients, 'others');
  const ofOthers = tx
    .select({ id: others.notificationId })
    .from(others)
    .where(and(eq(others.notificationId, notificationRecipients.notificationId), ne(others.userId, userId)));
  const own = tx
    .select({ id: notificationRecipients.notificationId })
    .from(notificationRecipients)
    .where(and(eq(notificationRecipients.userId, userId), notExists(ofOthers)));
  await tx.delete(notifications).where(inArray(notifications.id, own));
}

type Read = (executor: Executor, userId: string) => Promise<readonly object[]>;

/** Reads these columns of the user's rows; all by default. */
function readOwn(
  table: PgTable & { userId: PgColumn },
  columns: Record<string, PgColumn> = getTableColumns(table),
): Read {
  return (executor, userId) => executor.select(columns).from<PgTable>(table).where(eq(table.userId, userId));
}

/** Reads the exported data of each table that refers to users. Hashes, tokens and codes are not exported. */
export const exportedTables: Readonly<Record<string, Read>> = {
  user_images: async (executor, userId) => {
    const photos = await executor.select().from(userImages).where(eq(userImages.userId, userId));
    return photos.map(({ data, mime, updatedAt }) => ({ mime, updatedAt, data: data.toString('base64') }));
  },
  app_grants: readOwn(appGrants),
  tenant_members: readOwn(tenantMembers),
  directory_users: readOwn(directoryUsers),
  user_identities: (executor, userId) => {
    const { createdAt, subject } = userIdentities;
    return executor
      .select({ issuer: signInProviders.issuer, subject, createdAt })
      .from(userIdentities)
      .innerJoin(signInProviders, eq(signInProviders.id, userIdentities.providerId))
      .where(eq(userIdentities.userId, userId));
  },
  user_roles: readOwn(userRoles),
  group_members: (executor, userId) =>
    executor
      .select({ tenant: groups.tenant, name: groups.name })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .where(eq(groupMembers.userId, userId)),
  claim_matches: (executor, userId) => {
    const { claim, tenant, value } = claimMappings;
    return executor
      .select({ tenant, claim, value })
      .from(claimMatches)
      .innerJoin(claimMappings, eq(claimMappings.id, claimMatches.mappingId))
      .where(eq(claimMatches.userId, userId));
  },
  access_requests: readOwn(accessRequests),
  invitations: (executor, userId) => {
    const { hash: _, ...columns } = getTableColumns(invitations);
    return executor
      .select(columns)
      .from(invitations)
      .innerJoin(users, eq(users.email, invitations.email))
      .where(eq(users.id, userId));
  },
  sessions: readOwn(sessions),
  passkeys: readOwn(passkeys, {
    name: passkeys.name,
    host: passkeys.host,
    createdAt: passkeys.createdAt,
    lastUsedAt: passkeys.lastUsedAt,
    blockedAt: passkeys.blockedAt,
  }),
  second_factors: readOwn(secondFactors, { createdAt: secondFactors.createdAt }),
  known_devices: (executor, userId) => {
    const { mark: _, reportHash: __, trustedFor: ___, ...columns } = getTableColumns(knownDevices);
    return executor.select(columns).from(knownDevices).where(eq(knownDevices.userId, userId));
  },
  recovery_codes: readOwn(mailedCodes, { createdAt: mailedCodes.createdAt, expiresAt: mailedCodes.expiresAt }),
  address_changes: readOwn(addressChanges, {
    email: addressChanges.email,
    createdAt: addressChanges.createdAt,
    expiresAt: addressChanges.expiresAt,
  }),
  notification_preferences: readOwn(notificationPreferences),
  notification_counts: readOwn(notificationCounts, {
    total: notificationCounts.total,
    unread: notificationCounts.unread,
  }),
  notification_recipients: async (executor, userId) => {
    const received = await executor
      .select({ notification: notifications, readAt: notificationRecipients.readAt })
      .from(notificationRecipients)
      .innerJoin(notifications, eq(notifications.id, notificationRecipients.notificationId))
      .where(eq(notificationRecipients.userId, userId))
      .orderBy(desc(notifications.id));
    return received.map(({ notification, readAt }) => ({ ...notification, idempotencyKey: undefined, readAt }));
  },
  push_tokens: readOwn(pushTokens, { sessionId: pushTokens.sessionId, registeredAt: pushTokens.registeredAt }),
  rollout_outcomes: readOwn(rolloutOutcomes),
  failure_people: readOwn(failurePeople),
  audit_records: (executor, userId) =>
    executor
      .select()
      .from(auditRecords)
      .where(or(eq(auditRecords.userId, userId), eq(auditRecords.actorId, userId))),
};

/** Returns all data of a user, by table. */
async function exportUser(executor: Executor, { passwordHash, ...user }: User) {
  const tables: Record<string, readonly object[]> = {};
  for (const [name, read] of Object.entries(exportedTables)) tables[name] = await read(executor, user.id);
  return { user: { ...user, hasPassword: passwordHash !== null }, ...tables };
}
