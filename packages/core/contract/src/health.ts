import * as v from 'valibot';
import { timeSchema } from './time';

/** The states of a part of the portal. `attention` works, but the operator should look; `off` is not configured. */
const healthStates = ['ok', 'attention', 'failed', 'off'] as const;

export type HealthState = (typeof healthStates)[number];

const state = v.picklist(healthStates);
const instantOrNull = v.nullable(timeSchema);

/** `GET /operator/health`: the server that answered and what it needs. Counts are those of now. */
export const healthSchema = v.object({
  /** `schema` is the last migration of the database. */
  server: v.object({
    state,
    version: v.string(),
    schema: v.string(),
    started_at: timeSchema,
  }),
  database: v.object({ state, milliseconds: v.number() }),
  /** The last backup by `portico backup`; null if none is known. */
  backup: v.object({ state, last_at: instantOrNull }),
  /** Mails of invitations that wait for their next try, or failed; without an SMTP server, the files in the outbox. */
  mail: v.object({ state, waiting: v.number(), failed: v.number(), outbox: v.number() }),
  /** Announcements whose notifications are due. */
  notifications: v.object({ state, waiting: v.number() }),
  push: v.object({ state, waiting: v.number() }),
  /** `connections` is null with an external broker. */
  broker: v.object({ state, connections: v.nullable(v.number()) }),
  disk: v.object({ state, free_bytes: v.number(), total_bytes: v.number() }),
});

export type Health = v.InferOutput<typeof healthSchema>;
