import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';

export const serviceKeys = pgTable('service_keys', {
  id: uuid('id').primaryKey(),
  hash: text('hash').notNull(),
  module: text('module').notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  /** `operator`, or the id of a user. */
  createdBy: text('created_by'),
  expiresAt: instant('expires_at'),
});

export const scimTokens = pgTable('scim_tokens', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  hash: text('hash').notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  /** `operator`, or the id of a user. */
  createdBy: text('created_by'),
  expiresAt: instant('expires_at'),
});
