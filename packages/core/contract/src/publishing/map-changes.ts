import * as v from 'valibot';
import { moduleVersionSchema } from '../published-names';
import { timeSchema } from '../time';
import { audienceSchema, checkedBySchema } from './publication';

/**
 * The actions of the history. The server makes an `automatic-rollback`; `DELETE` of the deployer API makes a `remove`.
 * A `release` removes versions whose addresses belong to another module; a `quarantine` removes a version that must never
 * be served again.
 */
export const changeActions = [
  'publish',
  'canary',
  'promote',
  'withdraw',
  'rollback',
  'automatic-rollback',
  'remove',
  'release',
  'quarantine',
] as const;

/** The kind of a change of the live import map. */
export type ChangeAction = (typeof changeActions)[number];

/**
 * `GET /publishing/history` (query `module`, `before` a revision, `limit` 1 to 200): changes of the live import map, the
 * newest first. A version is null for the version of the shell's build, or for none. `checked_by` is that of the version
 * `to`.
 */
export const mapChangeListSchema = v.array(
  v.object({
    revision: v.pipe(v.number(), v.integer()),
    at: timeSchema,
    by: v.string(),
    module: v.string(),
    action: v.picklist(changeActions),
    from: v.nullable(moduleVersionSchema),
    to: v.nullable(moduleVersionSchema),
    audience: v.nullable(audienceSchema),
    checked_by: v.optional(checkedBySchema),
    reason: v.string(),
  }),
);

/** A change of the live import map. */
export type MapChange = v.InferOutput<typeof mapChangeListSchema>[number];
