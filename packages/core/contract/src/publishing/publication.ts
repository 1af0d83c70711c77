import * as v from 'valibot';
import { tenantKeySchema } from '../configuration';
import { importMapSchema } from '../import-map';
import { atMost, createLineSchema } from '../plain-text';
import { policyNeedsSchema } from '../policy-needs';
import { moduleVersionSchema } from '../published-names';
import { timeSchema } from '../time';
import { moduleFileNameSchema } from './module-file-name';
import { newDeclarationsSchema } from './new-declarations';
import { outcomesSchema, planStatusSchema, rolledBackSchema, rolloutPlanSchema } from './rollout';
import { publishedNameSchema, sharedPackagesSchema } from './shared-packages';

/** The most bytes of one file of a version. */
export const moduleFileMaxBytes = 10 * 1024 * 1024;

/** The most bytes of all files of a version. */
export const moduleVersionMaxBytes = 50 * 1024 * 1024;

/** The most files of a version. */
export const moduleFilesMax = 500;

/** The most files that a page preloads for a module, after its entry. More would delay the entry. */
export const modulePreloadsMax = 8;

/** The SHA-384 of a file's content as base64url. `toIntegrity` converts it to the integrity of an import map. */
export const fileDigestSchema = v.pipe(v.string(), v.regex(/^[\w-]{64}$/, 'A digest is a SHA-384 as base64url.'));

/** Converts a digest (`fileDigestSchema`) to the integrity of an import map. */
export function toIntegrity(digest: string): string {
  return `sha384-${digest.replaceAll('-', '+').replaceAll('_', '/')}`;
}

const scriptNameSchema = v.pipe(moduleFileNameSchema, v.regex(/\.m?js$/, 'A file that a page preloads is a script.'));

const sheetNameSchema = v.pipe(moduleFileNameSchema, v.endsWith('.css', 'A style sheet is a .css file.'));

const moduleFileSchema = v.object({ name: moduleFileNameSchema, digest: fileDigestSchema });

/** A file of a version: its name and the digest of its content. */
export type ModuleFile = v.InferOutput<typeof moduleFileSchema>;

/** The audience of a canary: users of these tenants, or this percentage of the users. */
export const audienceSchema = v.union([
  v.strictObject({ tenants: v.pipe(v.array(tenantKeySchema), v.minLength(1), v.maxLength(100)) }),
  v.strictObject({ percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)) }),
]);

/** The users who get a canary. */
export type Audience = v.InferOutput<typeof audienceSchema>;

/** The reason of a change, for the history. */
export const reasonSchema = v.optional(createLineSchema(500), '');

/**
 * The revision of the newest change of the module that the caller has seen. The response is 409 with the change that was
 * made since then.
 */
export const seenSchema = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0)));

/**
 * `POST /publishing/modules/{module}/versions` (bearer: a team token or the operator's key) stores a version and
 * publishes it in one step, for all or for an audience. Its files were sent by `PUT
 * /publishing/modules/{module}/files/{digest}` before, unless the team hosts them: then `url` is the address of their
 * folder, with a slash at its end, and the server fetches and compares every file. `preloads` are the scripts that the
 * module loads until it is on screen, after its entry; its pages load them with the shell. `styles` are the style
 * sheets that its entry needs and that no script loads. Without `version` the content determines the name. With `from`,
 * the response is 409 unless that version is live (optimistic locking).
 */
export const publicationSchema = v.pipe(
  v.object({
    version: v.optional(moduleVersionSchema),
    entry: moduleFileNameSchema,
    files: v.pipe(v.array(moduleFileSchema), v.minLength(1), v.maxLength(moduleFilesMax)),
    preloads: v.optional(v.pipe(v.array(scriptNameSchema), v.maxLength(modulePreloadsMax)), []),
    styles: v.optional(v.pipe(v.array(sheetNameSchema), v.maxLength(modulePreloadsMax)), []),
    url: v.optional(v.pipe(v.string(), v.url(), v.endsWith('/'), v.maxLength(1000))),
    /** The needs of the module from the content policy of the page. */
    policy: v.optional(policyNeedsSchema, {}),
    /** The packages and modules of teams that it imports by name. */
    shared: v.optional(sharedPackagesSchema, {}),
    /** The parts of the portal that the version adds beside its application. */
    declarations: v.optional(newDeclarationsSchema, {}),
    audience: v.optional(audienceSchema),
    /** The plan of a rollout that widens itself, in place of an audience. */
    rollout: v.optional(rolloutPlanSchema),
    from: v.optional(moduleVersionSchema),
    /** Whether the team says that the browser check of `portico check` found nothing wrong. */
    checked: v.optional(v.boolean(), false),
    reason: reasonSchema,
  }),
  v.check(({ files }) => new Set(files.map(({ name }) => name)).size === files.length, 'Two files have one name.'),
  v.check(({ entry, files }) => files.some(({ name }) => name === entry), 'The entry is not among the files.'),
  v.check(
    ({ files, preloads, styles }) => [...preloads, ...styles].every((each) => files.some(({ name }) => name === each)),
    'A file to preload, or a style sheet, is not among the files.',
  ),
  v.check(({ audience, rollout }) => audience === undefined || rollout === undefined, 'A plan replaces the audience.'),
);

/** The most versions that are published together. */
const publicationsMax = 100;

/**
 * `POST /publishing/versions` (bearer as above) stores and publishes several versions in one transaction, in their order:
 * a version may import the ones before it. If one is refused, nothing changes. Their files were sent before.
 */
export const publicationListSchema = v.object({
  versions: v.pipe(
    v.array(v.object({ module: publishedNameSchema, publication: publicationSchema })),
    v.minLength(1),
    v.maxLength(publicationsMax, `At most ${publicationsMax} versions are published together.`),
  ),
});

/** The body of a publication. */
export type Publication = v.InferOutput<typeof publicationSchema>;

/** `POST /publishing/shared` (bearer as above): the addresses that a version would import now, and their imports. */
export const sharedRequestSchema = v.object({ shared: sharedPackagesSchema });

/**
 * The response, as in an import map: by name, the addresses of the entries; the integrity of their files; their forms;
 * by the folder or the script of a version that gets another copy of a name, its address.
 */
export const sharedAddressesSchema = v.object({
  imports: v.record(v.string(), v.string()),
  integrity: v.record(v.string(), v.string()),
  entries: importMapSchema.entries.entries,
  scopes: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
  /** By name: what they need from the content policy of the page. */
  policies: v.optional(v.record(v.string(), policyNeedsSchema)),
});

/**
 * `GET /publishing/modules/{module}/consumers` (bearer as above) lists the live versions that import a module or a
 * package. With `version`, it lists those that would get this version of a package. `address` is the entry that they get
 * now.
 */
export const consumerListSchema = v.array(v.object({ module: v.string(), version: v.string(), address: v.string() }));

/** A live version that imports another module, or a package. */
export type Consumer = v.InferOutput<typeof consumerListSchema>[number];

/** The name of the file beside the entry of a version that declares the types of its exports. */
export const typesFileName = 'types.d.ts';

/** The addresses of packages and modules. */
export type SharedAddresses = v.InferOutput<typeof sharedAddressesSchema>;

/** `POST /publishing/modules/{module}/missing-files`: the response lists the digests that the server lacks. */
export const fileDigestsSchema = v.object({
  digests: v.pipe(v.array(fileDigestSchema), v.maxLength(moduleFilesMax)),
});

/** `POST /publishing/modules/{module}/rollback` rolls back to the version before, or to the given one. */
export const rollbackSchema = v.object({
  version: v.optional(moduleVersionSchema),
  reason: reasonSchema,
  seen: seenSchema,
});

/** `POST /operator/modules/{module}/quarantine`: the version is never served again. Answers the module's status. */
export const quarantineSchema = v.object({ version: moduleVersionSchema, reason: reasonSchema });

/**
 * `POST …/promote` publishes the canary for all users, `POST …/withdraw` ends it. `POST …/widen` starts the next step of
 * its plan now, `POST …/hold` stops the plan, and `POST …/continue` lets it continue. All answer the module's status.
 */
export const canaryDecisionSchema = v.object({ reason: reasonSchema, seen: seenSchema });

/** The party that ran the browser check of a version; `team` is the claim of a publication. */
export const checkedBySchema = v.picklist(['nobody', 'team', 'server']);

/** The party that ran the browser check of a version. */
export type CheckedBy = v.InferOutput<typeof checkedBySchema>;

const canarySchema = v.object({
  version: moduleVersionSchema,
  checked_by: v.optional(checkedBySchema),
  address: v.string(),
  audience: audienceSchema,
  since: timeSchema,
  by: v.optional(v.string()),
  users: v.optional(v.pipe(v.number(), v.integer())),
  outcomes: v.optional(outcomesSchema),
  plan: v.optional(planStatusSchema),
});

/**
 * The status of a module: an entry of `GET /publishing/modules` (query `module`), and the response of every call that
 * changes it.
 * `version` is null for the version of the shell's build. `address` is null if the map does not have the module.
 * `previous` is the target of a rollback, absent if there is none. `checked_by` is absent for the version of the build.
 * `policy` is what the live version needs from the content policy, absent if that is nothing. `refused` is what live
 * version and canary need and the operator does not allow, in the list alone. `warnings` are in the response of a
 * publication alone.
 */
export const moduleStatusSchema = v.object({
  module: v.string(),
  version: v.nullable(moduleVersionSchema),
  address: v.nullable(v.string()),
  since: v.nullable(timeSchema),
  in_rollout: v.boolean(),
  checked_by: v.optional(checkedBySchema),
  previous: v.optional(v.nullable(moduleVersionSchema)),
  /** The revision of its newest change, in the list alone. */
  revision: v.optional(v.pipe(v.number(), v.integer())),
  canary: v.nullable(canarySchema),
  by: v.optional(v.string()),
  users: v.optional(v.pipe(v.number(), v.integer())),
  outcomes: v.optional(outcomesSchema),
  rolled_back: v.optional(rolledBackSchema),
  policy: v.optional(policyNeedsSchema),
  refused: v.optional(policyNeedsSchema),
  warnings: v.optional(v.array(v.string())),
});

/** The versions of a module and their addresses. */
export type ModuleStatus = v.InferOutput<typeof moduleStatusSchema>;

/** The status of each module that was published. */
export const moduleStatusListSchema = v.array(moduleStatusSchema);

/**
 * `POST /operator/addresses/release` removes the versions that own an address from their modules. An address with a slash
 * at its end means all addresses below it.
 */
export const addressReleaseSchema = v.object({
  address: v.pipe(v.string(), v.url(), v.regex(/^https?:/), v.maxLength(1000)),
  reason: reasonSchema,
});

/** The modules that owned the address. */
export const releasedAddressSchema = v.object({ modules: v.array(v.string()) });

/**
 * `POST /publishing/outcomes` (bearer: an access token) reports whether a version in rollout worked in a browser. Browsers
 * report `failed` only once the fallback runs, so that a broken connection does not count, or after a crash. They also
 * report the live version that a canary is compared with. The latest outcome of a user counts.
 */
export const rolloutOutcomeSchema = v.object({
  module: v.string(),
  version: moduleVersionSchema,
  outcome: v.picklist(['mounted', 'failed']),
  detail: v.optional(
    v.pipe(
      v.string(),
      atMost(500),
      // The words of an error may be cut or binary. The outcome counts nevertheless.
      v.transform((text) => text.replace(/[\0\p{Cs}]/gu, '\uFFFD')),
    ),
    '',
  ),
});

/** The outcome of a version in rollout in one browser. */
export type RolloutOutcome = v.InferOutput<typeof rolloutOutcomeSchema>;
