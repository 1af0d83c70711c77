import { type AnnouncementTexts, announcementKinds } from '@portico/contract';
import { announcementDeliveries } from '@portico/contract/administration';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/database';

export const tenants = pgTable('tenants', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  logo: text('logo'),
  accent: text('accent'),
  senderName: text('sender_name'),
  senderAddress: text('sender_address'),
  /** Whether members sign in by a provider only. */
  passwordsOff: boolean('passwords_off').notNull().default(false),
  /** Whether a sign-in by password needs a second factor. */
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
});

export const tenantHosts = pgTable('tenant_hosts', {
  host: text('host').primaryKey(),
  tenant: text('tenant').notNull(),
});

/** Uploaded logos. `tenants.logo` is their address, which contains the hash. */
export const tenantLogos = pgTable('tenant_logos', {
  tenant: text('tenant').primaryKey(),
  data: bytes('data').notNull(),
  hash: text('hash').notNull(),
});

/** `tenant` is null for all tenants. A notification ends at its begin; `notifiedTo` is the last user who has it. */
export const announcements = pgTable('announcements', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant'),
  module: text('module'),
  delivery: text('delivery', { enum: announcementDeliveries }).notNull(),
  kind: text('kind', { enum: announcementKinds }).notNull(),
  texts: jsonb('texts').$type<AnnouncementTexts>().notNull(),
  beginsAt: instant('begins_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  edition: integer('edition').notNull().default(1),
  notifiedTo: uuid('notified_to'),
  notifiedAt: instant('notified_at'),
});
