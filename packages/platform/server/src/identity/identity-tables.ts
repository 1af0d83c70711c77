import {
  type AnnouncementTexts,
  type AuditAction,
  announcementDeliveries,
  announcementKinds,
  type Locale,
  photoMimes,
  type Role,
} from '@portico/contract';
import { bigint, boolean, integer, jsonb, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/database';
import type { ActorKind } from './audit/audit-entry';

// The keys, checks and indexes are in database/migrations/*.sql; the queries need only the columns.

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

/** The OpenID providers of a tenant. `clientSecret` is encrypted. */
export const signInProviders = pgTable('sign_in_providers', {
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  name: text('name').notNull(),
  issuer: text('issuer').notNull(),
  clientId: text('client_id').notNull(),
  clientSecret: text('client_secret').notNull(),
  /** The domains of e-mails whose users sign in here. */
  domains: jsonb('domains').$type<string[]>().notNull().default([]),
  /** The audiences that modules may get access tokens for. */
  audiences: jsonb('audiences').$type<string[]>().notNull().default([]),
  /** Whether a first sign-in adds the user. */
  createsUsers: boolean('creates_users').notNull().default(false),
  /** Whether a session ends when that of the provider does. */
  endsSessions: boolean('ends_sessions').notNull().default(false),
  createdAt: instant('created_at').notNull(),
});

/** The accounts of users at providers. `subject` never changes there, unlike an e-mail. */
export const userIdentities = pgTable(
  'user_identities',
  {
    providerId: uuid('provider_id').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.subject] })],
);

/** Uploaded logos. `tenants.logo` is their address, which contains the hash. */
export const tenantLogos = pgTable('tenant_logos', {
  tenant: text('tenant').primaryKey(),
  data: bytes('data').notNull(),
  hash: text('hash').notNull(),
});

export const tenantHosts = pgTable('tenant_hosts', {
  host: text('host').primaryKey(),
  tenant: text('tenant').notNull(),
});

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

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** The tenant of the host that the user signed in at; null in sessions that the previous release started. */
  tenant: text('tenant'),
  /** When the user last proved who they are for a dangerous step. */
  confirmedAt: instant('confirmed_at'),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  userAgent: text('user_agent').notNull(),
  ip: text('ip').notNull(),
  endedAt: instant('ended_at'),
  /** The provider by which the user signed in, and its name of the session there, if it has one. */
  providerId: uuid('provider_id'),
  providerSid: text('provider_sid'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  hash: text('hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  createdAt: instant('created_at').notNull(),
  rotatedAt: instant('rotated_at'),
  expiresAt: instant('expires_at').notNull(),
});

/** A passkey works at one host. `counter` is that of its last signature. */
export const passkeys = pgTable('passkeys', {
  id: uuid('id').primaryKey(),
  credentialId: text('credential_id').notNull(),
  userId: uuid('user_id').notNull(),
  host: text('host').notNull(),
  /** Random, so that authenticators learn neither the e-mail nor the id. */
  userHandle: text('user_handle').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  /** When the counter went back: there may be a copy. */
  blockedAt: instant('blocked_at'),
});

/** The challenges of passkeys that were answered. */
export const usedChallenges = pgTable('used_challenges', {
  hash: text('hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/**
 * The tokens of providers, encrypted, by the session that they belong to: access tokens by audience. A refresh is due at
 * `nextRefreshAt`. One call at a time refreshes them, until `takenUntil` at the latest.
 */
export const providerTokens = pgTable('provider_tokens', {
  sessionId: uuid('session_id').primaryKey(),
  refreshToken: text('refresh_token').notNull(),
  nextRefreshAt: instant('next_refresh_at').notNull(),
  takenUntil: instant('taken_until'),
  accessTokens: text('access_tokens'),
  /** The audiences that the sign-in asked for. */
  audiences: jsonb('audiences').$type<string[]>().notNull().default([]),
});

/** The tokens by which providers have ended sessions. Each counts once. */
export const usedLogoutTokens = pgTable(
  'used_logout_tokens',
  {
    providerId: uuid('provider_id').notNull(),
    jtiHash: text('jti_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.jtiHash] })],
);

/** `request` identifies the request that the code was mailed for. */
export const mailedCodes = pgTable('recovery_codes', {
  request: text('request').primaryKey(),
  userId: uuid('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
  ownTries: integer('own_tries').notNull().default(0),
});

/** One-time codes of a user. `secret` is encrypted; a code of `lastStep` or an earlier step was used. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id').primaryKey(),
  /** Another one for each new secret. */
  id: uuid('id').notNull(),
  secret: text('secret').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
});

/** The recovery codes that are left. */
export const factorRecoveryCodes = pgTable(
  'factor_recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** The browsers in which a user has signed in. */
export const knownDevices = pgTable('known_devices', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** The id in the browser's cookie, see browser-marks.ts. */
  mark: text('mark').notNull(),
  userAgent: text('user_agent').notNull(),
  ip: text('ip').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
  /** Until when the browser needs no second factor, if `trustedFor` is still right. */
  trustedUntil: instant('trusted_until'),
  trustedFor: text('trusted_for'),
  /** When the user forgot it: its next sign-in is that of a new browser. */
  forgottenAt: instant('forgotten_at'),
  /** The hash of the token by which the user says that it was not them. */
  reportHash: text('report_hash'),
  reportUntil: instant('report_until'),
  /** The e-mail that a report brings back, if it was changed since. */
  formerEmail: text('former_email'),
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

/** An address that a user has not proved yet, by the code that was mailed to it. */
export const addressChanges = pgTable('address_changes', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
});

/** `hash` identifies the content, so that a query can compare it without reading it. */
export const userImages = pgTable('user_images', {
  userId: uuid('user_id').primaryKey(),
  mime: text('mime', { enum: photoMimes }).notNull(),
  data: bytes('data').notNull(),
  hash: text('hash').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

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

/** The leaking buckets of the limits. The bucket of `key` is empty at `drainedAt`. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  drainedAt: instant('drained_at').notNull(),
});

/** Accounts that have signed in successfully from a network, both hashed. */
export const addressAccounts = pgTable(
  'address_accounts',
  {
    network: text('network').notNull(),
    account: text('account').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.account] })],
);

/** Append-only: triggers refuse other changes (migration 0011). */
export const auditRecords = pgTable('audit_records', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  action: text('action').$type<AuditAction>().notNull(),
  actor: text('actor').$type<ActorKind>().notNull(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name'),
  userId: uuid('user_id'),
  account: text('account'),
  tenant: text('tenant'),
  target: text('target'),
  details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull(),
  address: text('address'),
  requestId: text('request_id'),
});
