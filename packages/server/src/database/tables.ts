import { type Audience, changeActions, photoMimes } from '@portico/contract';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ModuleState } from '../publishing/transitions';

// Keys, checks and indexes stand in migrations/*.sql alone; here is what queries need to know.

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** PGlite reads bytes as a `Uint8Array`, PostgreSQL's driver as a `Buffer`. */
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
});

export const tenants = pgTable('tenants', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  logo: text('logo'),
  accent: text('accent'),
});

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull().default(''),
  passwordHash: text('password_hash'),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull(),
});

export const apps = pgTable(
  'apps',
  {
    tenant: text('tenant').notNull(),
    module: text('module').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.module] })],
);

export const appGrants = pgTable(
  'app_grants',
  {
    userId: uuid('user_id').notNull(),
    tenant: text('tenant').notNull(),
    module: text('module').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tenant, table.module] })],
);

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  userAgent: text('user_agent').notNull(),
  ip: text('ip').notNull(),
  endedAt: instant('ended_at'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  hash: text('hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  createdAt: instant('created_at').notNull(),
  rotatedAt: instant('rotated_at'),
  expiresAt: instant('expires_at').notNull(),
});

export const recoveryCodes = pgTable('recovery_codes', {
  userId: uuid('user_id').primaryKey(),
  codeHash: text('code_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
});

/** `hash` is the content's, so that whether it has changed is known without reading it. */
export const userImages = pgTable('user_images', {
  userId: uuid('user_id').primaryKey(),
  mime: text('mime', { enum: photoMimes }).notNull(),
  data: bytes('data').notNull(),
  hash: text('hash').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** A module without a row is enabled. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: uuid('user_id').notNull(),
    module: text('module').notNull(),
    enabled: boolean('enabled').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.module] })],
);

/** Newer ones have higher numbers. */
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

export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    userId: uuid('user_id').notNull(),
    notificationId: bigint('notification_id', { mode: 'number' }).notNull(),
    readAt: instant('read_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.notificationId] })],
);

export const pushTokens = pgTable('push_tokens', {
  hash: text('hash').primaryKey(),
  token: text('token').notNull(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  registeredAt: instant('registered_at').notNull(),
});

export const serviceKeys = pgTable('service_keys', {
  id: uuid('id').primaryKey(),
  hash: text('hash').notNull(),
  module: text('module').notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});

/** Whose process something is until a time by the database's clock. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  owner: uuid('owner').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** The clients that sessions have at a broker that the portal administers. */
export const brokerClients = pgTable('broker_clients', {
  sessionId: uuid('session_id').primaryKey(),
  createdAt: instant('created_at').notNull(),
});

/** Tries that count against a limit; the bucket of `key` is empty again at `drainedAt`. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  drainedAt: instant('drained_at').notNull(),
});

export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** The number of the last change of the live import map, in one row. */
export const liveMap = pgTable('live_map', {
  id: integer('id').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});

export const moduleVersions = pgTable(
  'module_versions',
  {
    module: text('module').notNull(),
    version: text('version').notNull(),
    address: text('address').notNull(),
    integrity: jsonb('integrity').$type<Readonly<Record<string, string>>>().notNull(),
    fingerprint: text('fingerprint').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.module, table.version] })],
);

/** The uploaded files of versions. */
export const moduleVersionFiles = pgTable(
  'module_version_files',
  {
    module: text('module').notNull(),
    version: text('version').notNull(),
    name: text('name').notNull(),
    digest: text('digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.module, table.version, table.name] })],
);

/** What has been sent, wherever its content is kept. */
export const sentFiles = pgTable('sent_files', {
  digest: text('digest').primaryKey(),
  module: text('module').notNull(),
  size: integer('size').notNull(),
  sentAt: instant('sent_at').notNull(),
});

export const moduleFiles = pgTable('module_files', {
  digest: text('digest').primaryKey(),
  content: bytes('content').notNull(),
});

/** A module without a row runs what the shell's build names. */
export const liveModules = pgTable('live_modules', {
  module: text('module').primaryKey(),
  state: jsonb('state').$type<ModuleState>().notNull(),
});

export const mapChanges = pgTable('map_changes', {
  revision: bigint('revision', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull(),
  by: text('by').notNull(),
  module: text('module').notNull(),
  action: text('action', { enum: changeActions }).notNull(),
  from: text('from_version'),
  to: text('to_version'),
  audience: jsonb('audience').$type<Audience>(),
  reason: text('reason').notNull(),
});

/** How a version on trial fared, the latest of each user. */
export const trialOutcomes = pgTable(
  'trial_outcomes',
  {
    module: text('module').notNull(),
    version: text('version').notNull(),
    userId: uuid('user_id').notNull(),
    hasFailed: boolean('has_failed').notNull(),
    detail: text('detail').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.module, table.version, table.userId] })],
);

export const teamTokens = pgTable('team_tokens', {
  id: uuid('id').primaryKey(),
  hash: text('hash').notNull(),
  modules: jsonb('modules').$type<readonly string[]>().notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});
