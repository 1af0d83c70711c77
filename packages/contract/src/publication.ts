import * as v from 'valibot';
import { moduleVersionSchema } from './module-version';
import { tenantKeySchema } from './tenant';

/** Limits of one version: bytes of a file and of all of them, and how many there may be. */
export const moduleFileMaxBytes = 10 * 1024 * 1024;
export const moduleVersionMaxBytes = 50 * 1024 * 1024;
export const moduleFilesMax = 500;

/** SHA-384 of a file's content as base64url; `integrityOf` makes the integrity of an import map of it. */
export const fileDigestSchema = v.pipe(v.string(), v.regex(/^[\w-]{64}$/, 'A digest is a SHA-384 as base64url.'));

/** @param digest as `fileDigestSchema` has it */
export function integrityOf(digest: string): string {
  return `sha384-${digest.replaceAll('-', '+').replaceAll('_', '/')}`;
}

/** The name of a file in the built folder, with slashes; no segment starts with a dot. */
export const moduleFileNameSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(
    /^[\w~@+-][\w.~@+-]*(?:\/[\w~@+-][\w.~@+-]*)*$/,
    'A file name has letters, digits and . _ ~ @ + - alone, and no segment that starts with a dot.',
  ),
);

const moduleFileSchema = v.object({ name: moduleFileNameSchema, digest: fileDigestSchema });
export type ModuleFile = v.InferOutput<typeof moduleFileSchema>;

/** Who gets a version before everybody does: users of these tenants, or this share of the users. */
export const audienceSchema = v.union([
  v.strictObject({ tenants: v.pipe(v.array(tenantKeySchema), v.minLength(1), v.maxLength(100)) }),
  v.strictObject({ percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) }),
]);
export type Audience = v.InferOutput<typeof audienceSchema>;

const reasonSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(500), v.regex(/^\P{Cc}*$/u, 'A reason is one line.')),
  '',
);

/**
 * `POST /publishing/modules/{module}/versions` (bearer: a team token, or the operator's key) makes a version and lets
 * it be live, for all or for an audience, in one step. Its files have been sent by
 * `PUT /publishing/modules/{module}/files/{digest}` before, unless `url` says where the team hosts them: the address of
 * the folder, with a slash at its end, from which the server then fetches every file and compares it. Without a version
 * the content names it. With `from` it is refused (409) unless that version is live.
 */
export const publicationSchema = v.pipe(
  v.object({
    version: v.optional(moduleVersionSchema),
    entry: moduleFileNameSchema,
    files: v.pipe(v.array(moduleFileSchema), v.minLength(1), v.maxLength(moduleFilesMax)),
    url: v.optional(v.pipe(v.string(), v.url(), v.endsWith('/'), v.maxLength(1000))),
    audience: v.optional(audienceSchema),
    from: v.optional(moduleVersionSchema),
    reason: reasonSchema,
  }),
  v.check(({ files }) => new Set(files.map(({ name }) => name)).size === files.length, 'Two files have one name.'),
  v.check(({ entry, files }) => files.some(({ name }) => name === entry), 'The entry is not among the files.'),
);
export type Publication = v.InferOutput<typeof publicationSchema>;

/** `POST /publishing/modules/{module}/missing-files`: which of these contents have yet to be sent; answered likewise. */
export const fileDigestsSchema = v.object({
  digests: v.pipe(v.array(fileDigestSchema), v.maxLength(moduleFilesMax)),
});
export type FileDigests = v.InferOutput<typeof fileDigestsSchema>;

/** `POST /publishing/modules/{module}/rollback`: back to the version before, or to a named one. */
export const rollbackSchema = v.object({ version: v.optional(moduleVersionSchema), reason: reasonSchema });
export type Rollback = v.InferOutput<typeof rollbackSchema>;

/** `POST …/promote` lets the canary be live for all, `POST …/withdraw` takes it away. */
export const canaryDecisionSchema = v.object({ reason: reasonSchema });
export type CanaryDecision = v.InferOutput<typeof canaryDecisionSchema>;

const timeSchema = v.pipe(v.string(), v.isoTimestamp());

const canarySchema = v.object({
  version: moduleVersionSchema,
  address: v.string(),
  audience: audienceSchema,
  since: timeSchema,
});

/**
 * What a module runs, and where: an entry of `GET /publishing/modules`, and the answer of every call that changes it.
 * `version` is null for what the shell's build names, `address` where the map lacks the module; `previous` is where
 * a rollback leads, absent where there is nothing before.
 */
export const moduleStatusSchema = v.object({
  module: v.string(),
  version: v.nullable(moduleVersionSchema),
  address: v.nullable(v.string()),
  since: v.nullable(timeSchema),
  on_trial: v.boolean(),
  previous: v.optional(v.nullable(moduleVersionSchema)),
  canary: v.nullable(canarySchema),
});
export type ModuleStatus = v.InferOutput<typeof moduleStatusSchema>;
export const moduleStatusListSchema = v.array(moduleStatusSchema);

/** What was done: `take-back` by the server itself, `remove` by a deployer's `DELETE`. */
export const changeActions = ['publish', 'canary', 'promote', 'withdraw', 'rollback', 'take-back', 'remove'] as const;
export type ChangeAction = (typeof changeActions)[number];

/**
 * One change of the live import map, never altered: an entry of `GET /publishing/history` (query `module`, `before` a
 * revision, `limit` 1 to 200), the newest first. Versions are null for what the shell's build names, or for none.
 */
export const mapChangeSchema = v.object({
  revision: v.pipe(v.number(), v.integer()),
  at: timeSchema,
  by: v.string(),
  module: v.string(),
  action: v.picklist(changeActions),
  from: v.nullable(moduleVersionSchema),
  to: v.nullable(moduleVersionSchema),
  audience: v.nullable(audienceSchema),
  reason: v.string(),
});
export type MapChange = v.InferOutput<typeof mapChangeSchema>;
export const mapChangeListSchema = v.array(mapChangeSchema);

/**
 * `POST /publishing/outcomes` (bearer: an access token): how a version on trial fared in a browser. `failed` only once
 * the fallback runs there, so that a broken line blames nobody. A user counts once, by the latest.
 */
export const trialOutcomeSchema = v.object({
  module: v.string(),
  version: moduleVersionSchema,
  outcome: v.picklist(['mounted', 'failed']),
  detail: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
});
export type TrialOutcome = v.InferOutput<typeof trialOutcomeSchema>;
