import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/database';

/** The scripts of the shell's builds that run on this database, or did within the last week. */
export const shellFiles = pgTable('shell_files', {
  name: text('name').primaryKey(),
  brotli: bytes('brotli').notNull(),
  seenAt: instant('seen_at').notNull(),
});
