import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';

// The keys, checks and indexes are in database/migrations/*.sql; the queries need only the columns.

/** Modules without a row are enabled. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id').notNull(),
  module: text('module').notNull(),
  enabled: boolean('enabled').notNull(),
});

/** Newer notifications have higher ids. */
export const notifications = pgTable('notifications', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  module: text('module').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  icon: text('icon'),
  redirect: text('redirect'),
  idempotencyKey: text('idempotency_key'),
  createdAt: instant('created_at').notNull(),
});

export const notificationRecipients = pgTable('notification_recipients', {
  userId: uuid('user_id').notNull(),
  notificationId: bigint('notification_id', { mode: 'number' }).notNull(),
  readAt: instant('read_at'),
  /** Set by a trigger. */
  epoch: integer('epoch').notNull().default(0),
});

/**
 * Counts of the notifications of a user, updated by triggers. Marking all as read begins a new epoch: notifications of
 * earlier epochs are read. Users without a row have never received a notification.
 */
export const notificationCounts = pgTable('notification_counts', {
  userId: uuid('user_id').primaryKey(),
  epoch: integer('epoch').notNull().default(0),
  total: bigint('total', { mode: 'number' }).notNull().default(0),
  unread: bigint('unread', { mode: 'number' }).notNull().default(0),
});

export const pushTokens = pgTable('push_tokens', {
  hash: text('hash').primaryKey(),
  token: text('token').notNull(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  registeredAt: instant('registered_at').notNull(),
});

/** Leases, which expire by the clock of the database. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  owner: uuid('owner').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Clients of sessions at a broker that the portal administers. */
export const brokerClients = pgTable('broker_clients', {
  sessionId: uuid('session_id').primaryKey(),
  createdAt: instant('created_at').notNull(),
});
