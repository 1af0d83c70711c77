import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/database';

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

/** An address that a user has not proved yet, by the code that was mailed to it. */
export const addressChanges = pgTable('address_changes', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
});
