import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';

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
