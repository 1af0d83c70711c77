import type { Entry, PolicyNeeds } from '@portico/contract';
import {
  type Audience,
  type CheckedBy,
  changeActions,
  type Frame,
  type SharedPackages,
  vitalNames,
} from '@portico/contract/publishing';
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/database';
import type { ModuleState, RolloutPlan } from './live-map/transitions';

// The keys, checks and indexes are in database/migrations/*.sql; the queries need only the columns.

/** The container of a federation, as the source of the entry shows it. */
export interface StoredContainer {
  /** The library type, in the words of Module Federation. */
  readonly type: 'module' | 'system' | 'var';
  /** The name of the exposed module, if the entry has it. */
  readonly expose?: string;
}

/** The properties of the entry of a version. */
export interface StoredEntry extends Entry {
  /** The packages and modules that it imports by name. */
  readonly shared?: SharedPackages;
  /** Whether a classic script registers a System module; a package may be one. */
  readonly isSystem?: true;
  /** Absent for other modules, and for versions of releases that did not store it. */
  readonly container?: StoredContainer;
}

/** The number of the last change of the live import map, in one row. */
export const liveMap = pgTable('live_map', {
  id: integer('id').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});

export const moduleVersions = pgTable('module_versions', {
  module: text('module').notNull(),
  version: text('version').notNull(),
  address: text('address').notNull(),
  integrity: jsonb('integrity').$type<Readonly<Record<string, string>>>().notNull(),
  /** The addresses of the scripts that the module loads after its entry until it is on screen. */
  preloads: jsonb('preloads').$type<readonly string[]>().notNull(),
  /** The needs from the content policy of the page. */
  policy: jsonb('policy').$type<PolicyNeeds>().notNull(),
  entry: jsonb('entry').$type<StoredEntry>().notNull(),
  fingerprint: text('fingerprint').notNull(),
  checkedBy: text('checked_by').$type<CheckedBy>().notNull(),
  createdAt: instant('created_at').notNull(),
  /** The start of the quarantine. A version in quarantine is never served again. */
  quarantinedAt: instant('quarantined_at'),
});

/** The uploaded files of versions. */
export const moduleVersionFiles = pgTable('module_version_files', {
  module: text('module').notNull(),
  version: text('version').notNull(),
  name: text('name').notNull(),
  digest: text('digest').notNull(),
});

/** The uploaded files, in the database or in S3. */
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

/** A module without a row runs the version of the shell's build. */
export const liveModules = pgTable('live_modules', {
  module: text('module').primaryKey(),
  state: jsonb('state').$type<Omit<ModuleState, 'canary'>>().notNull(),
});

/** The versions with an audience: the canaries, at most one a module, and the preview links. */
export const versionAudiences = pgTable('version_audiences', {
  /** A preview link contains this id, signed. */
  id: uuid('id').primaryKey(),
  module: text('module').notNull(),
  version: text('version').notNull(),
  createdAt: instant('created_at').notNull(),
  /** The users of a canary; null for a preview link. */
  audience: jsonb('audience').$type<Audience>(),
  /** Null for a preview link, and for a canary that widens only by hand. */
  plan: jsonb('plan').$type<RolloutPlan>(),
  /** Null for a canary: the history has its author. */
  createdBy: text('created_by'),
  /** The team token that made a link; deleting the token deletes the link. */
  tokenId: uuid('token_id'),
  /** Null for a canary, which ends when its module changes. */
  expiresAt: instant('expires_at'),
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

/** The latest outcome of a version in rollout for each user. */
export const rolloutOutcomes = pgTable('rollout_outcomes', {
  module: text('module').notNull(),
  version: text('version').notNull(),
  userId: uuid('user_id').notNull(),
  hasFailed: boolean('has_failed').notNull(),
  detail: text('detail').notNull(),
  at: instant('at').notNull(),
});

/** Failures that browsers report, by module, version and cause. */
export const failures = pgTable('failures', {
  id: uuid('id').primaryKey(),
  module: text('module').notNull(),
  /** Empty for the version of the shell's build, and for one that the portal does not know. */
  version: text('version').notNull(),
  /** The digest of kind, name and message. */
  digest: text('digest').notNull(),
  kind: text('kind').notNull(),
  name: text('name').notNull(),
  message: text('message').notNull(),
  stack: jsonb('stack').$type<readonly Frame[]>().notNull(),
  /** The figures of `failurePeople`, a second later. */
  people: integer('people').notNull(),
  times: integer('times').notNull(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  tenants: jsonb('tenants').$type<readonly string[]>().notNull(),
  browsers: jsonb('browsers').$type<readonly string[]>().notNull(),
});

/** The people to whom a failure happened, with the tenant and the browser of the last report of each. */
export const failurePeople = pgTable('failure_people', {
  failureId: uuid('failure_id').notNull(),
  userId: uuid('user_id').notNull(),
  tenant: text('tenant').notNull(),
  browser: text('browser').notNull(),
  times: integer('times').notNull(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
});

/** How many visits had a web vital in a band of values. */
export const versionVitals = pgTable('version_vitals', {
  module: text('module').notNull(),
  version: text('version').notNull(),
  name: text('name', { enum: vitalNames }).notNull(),
  band: integer('band').notNull(),
  visits: bigint('visits', { mode: 'number' }).notNull(),
  /** The latest visit. */
  at: instant('at').notNull(),
});

export const teamTokens = pgTable('team_tokens', {
  id: uuid('id').primaryKey(),
  hash: text('hash').notNull(),
  modules: jsonb('modules').$type<readonly string[]>().notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  /** `operator`, or the id of a user. */
  createdBy: text('created_by'),
  expiresAt: instant('expires_at'),
});
