import { type Locale, photoMimes } from '@portico/contract';
import type { Role } from '@portico/contract/administration';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/database';

// The keys, checks and indexes of all tables are in database/migrations/*.sql; the queries need only the columns.

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  /** The name in lower case and without accents, which a trigger keeps. */
  foldedName: text('folded_name').notNull().default(''),
  phone: text('phone').notNull().default(''),
  passwordHash: text('password_hash'),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull(),
});

/** `hash` identifies the content, so that a query can compare it without reading it. */
export const userImages = pgTable('user_images', {
  userId: uuid('user_id').primaryKey(),
  mime: text('mime', { enum: photoMimes }).notNull(),
  data: bytes('data').notNull(),
  hash: text('hash').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const tenantMembers = pgTable(
  'tenant_members',
  {
    tenant: text('tenant').notNull(),
    userId: uuid('user_id').notNull(),
    joinedAt: instant('joined_at').notNull(),
    /** When the directory suspended the member, who keeps grants, groups and roles without effect. */
    suspendedAt: instant('suspended_at'),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.userId] })],
);

/** The names of a member in the directory of the tenant. A member whom it never changed has no row. */
export const directoryUsers = pgTable(
  'directory_users',
  {
    tenant: text('tenant').notNull(),
    userId: uuid('user_id').notNull(),
    externalId: text('external_id'),
    userName: text('user_name').notNull(),
    givenName: text('given_name').notNull().default(''),
    familyName: text('family_name').notNull().default(''),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.userId] })],
);

/** `tenant` is empty for a role in the whole portal. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid('user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    tenant: text('tenant').notNull().default(''),
    /** The modules of a publisher. */
    modules: jsonb('modules').$type<string[]>().notNull().default([]),
    grantedAt: instant('granted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role, table.tenant] })],
);

/** `hash` is that of the token in the mailed link, which each mail replaces. A mail is due at `nextTryAt`. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  modules: jsonb('modules').$type<string[]>().notNull(),
  groupIds: jsonb('group_ids').$type<string[]>().notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  origin: text('origin').notNull(),
  hash: text('hash'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  sentAt: instant('sent_at'),
  nextTryAt: instant('next_try_at'),
  tries: integer('tries').notNull().default(0),
  acceptedAt: instant('accepted_at'),
  withdrawnAt: instant('withdrawn_at'),
});
