import * as v from 'valibot';
import { createLimitSchema, createPageSchema } from '../list-page';
import { policyNeedsSchema } from '../policy-needs';
import { moduleVersionSchema } from '../published-names';
import { timeSchema } from '../time';
import { audienceSchema, checkedBySchema, reasonSchema, seenSchema } from './publication';
import { rolloutPlanSchema } from './rollout';

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * An entry of `GET /publishing/modules/{module}/versions`: a version that is stored, also one that was never published.
 * Sizes are null for files on the host of a team.
 */
const listedVersionSchema = v.object({
  version: moduleVersionSchema,
  created_at: timeSchema,
  checked_by: checkedBySchema,
  /** Null unless the version is in quarantine. */
  quarantined_at: v.nullable(timeSchema),
  files: countSchema,
  bytes: v.nullable(countSchema),
});

/** A stored version of a module. */
export type ListedVersion = v.InferOutput<typeof listedVersionSchema>;

/** A page of the stored versions of a module, the newest first. */
export const versionPageSchema = createPageSchema(listedVersionSchema);

/** The query of `GET /publishing/modules/{module}/versions`. */
export const versionQuerySchema = v.object({
  after: v.optional(v.string(), ''),
  limit: createLimitSchema(50),
});

/**
 * `POST /publishing/modules/{module}/versions/{version}/publish` publishes a stored version for all users, for an audience,
 * or by a plan; also the canary, whose outcomes stay. An audience ends the plan. Answers the module's status.
 */
export const storedPublicationSchema = v.pipe(
  v.object({
    audience: v.exactOptional(audienceSchema),
    rollout: v.exactOptional(rolloutPlanSchema),
    reason: reasonSchema,
    seen: seenSchema,
  }),
  v.check(({ audience, rollout }) => audience === undefined || rollout === undefined, 'A plan replaces the audience.'),
);

const fileChangeSchema = v.object({
  name: v.string(),
  change: v.picklist(['added', 'removed', 'changed']),
  /** The sizes in bytes; null for a version without the file, and for files on the host of a team. */
  before: v.nullable(countSchema),
  after: v.nullable(countSchema),
});

/** A file that differs between two versions. */
export type FileChange = v.InferOutput<typeof fileChangeSchema>;

/** `GET /publishing/modules/{module}/versions/{version}/comparison?with={other}`: what `version` changes in `other`. */
export const versionComparisonSchema = v.object({
  files: v.array(fileChangeSchema),
  /** The number of equal files. */
  unchanged: countSchema,
  /** The sizes of all files in bytes. */
  before: v.nullable(countSchema),
  after: v.nullable(countSchema),
  /** The needs of both from the content policy. */
  policy: v.object({ before: policyNeedsSchema, after: policyNeedsSchema }),
  /** The lines of the type declarations that only one of both has; null if they are not stored or too long. */
  types: v.nullable(v.object({ added: v.array(v.string()), removed: v.array(v.string()) })),
});

/** The differences of two versions. */
export type VersionComparison = v.InferOutput<typeof versionComparisonSchema>;
