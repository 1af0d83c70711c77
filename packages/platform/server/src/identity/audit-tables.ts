import type { AuditAction } from '@portico/contract/administration';
import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/database';
import type { ActorKind } from './audit/audit-entry';

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
