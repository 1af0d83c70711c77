import { boolean, jsonb, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';

export const apps = pgTable(
  'apps',
  {
    tenant: text('tenant').notNull(),
    module: text('module').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    /** The places that the operator has switched off for the parcels of the module. */
    placesOff: jsonb('places_off').$type<string[]>().notNull().default([]),
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

export const groups = pgTable('groups', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Whether a directory manages the name and the members. */
  isDirectory: boolean('is_directory').notNull().default(false),
  externalId: text('external_id'),
  changedAt: instant('changed_at'),
});

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: uuid('group_id').notNull(),
    tenant: text('tenant').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
);

export const groupApps = pgTable(
  'group_apps',
  {
    groupId: uuid('group_id').notNull(),
    tenant: text('tenant').notNull(),
    module: text('module').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.module] })],
);

/**
 * Values of claims that give an application or a group. `providerId` is null for all providers of the tenant; either
 * `module` or `groupId` is null.
 */
export const claimMappings = pgTable('claim_mappings', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  providerId: uuid('provider_id'),
  claim: text('claim').notNull(),
  value: text('value').notNull(),
  module: text('module'),
  groupId: uuid('group_id'),
  createdAt: instant('created_at').notNull(),
});

/** The users whose claims at a provider have the value of a mapping, as their last sign-in or refresh found them. */
export const claimMatches = pgTable(
  'claim_matches',
  {
    mappingId: uuid('mapping_id').notNull(),
    providerId: uuid('provider_id').notNull(),
    tenant: text('tenant').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mappingId, table.providerId, table.userId] })],
);

/** Where the access of users comes from. `groupId` is null without a group, `providerId` for what is given by hand. */
export const grantSources = pgView('grant_sources', {
  userId: uuid('user_id').notNull(),
  tenant: text('tenant').notNull(),
  module: text('module').notNull(),
  groupId: uuid('group_id'),
  providerId: uuid('provider_id'),
}).existing();

/** The applications that users may use, by a direct grant or a group. Everything that decides about access reads this view. */
export const effectiveGrants = pgView('effective_grants', {
  userId: uuid('user_id').notNull(),
  tenant: text('tenant').notNull(),
  module: text('module').notNull(),
}).existing();

/** `module` is empty in a request for access without a certain application. */
export const accessRequests = pgTable('access_requests', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  userId: uuid('user_id').notNull(),
  module: text('module').notNull(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
});
