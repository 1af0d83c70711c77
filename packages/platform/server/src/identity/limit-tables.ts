import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';

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
