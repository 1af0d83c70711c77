import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';

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
