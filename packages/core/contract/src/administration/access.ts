import * as v from 'valibot';
import { createPageSchema } from '../list-page';
import { createLineSchema } from '../plain-text';
import { moduleKeySchema } from '../published-names';
import { emailSchema } from '../sign-in-request';
import { timeSchema } from '../time';

const memberAccessSchema = v.object({
  email: v.string(),
  name: v.string(),
  /** The modules of direct grants. */
  direct: v.array(v.string()),
  /** The ids of the groups that the member was added to. */
  groups: v.array(v.string()),
  /** Applications by claims of a provider, and the group if these give one. The previous release has none. */
  mapped: v.optional(
    v.array(v.object({ module: v.string(), group: v.nullable(v.string()), provider: v.string() })),
    [],
  ),
});

/** `GET /operator/tenants/{tenant}/access`: members by name, and what each may use. */
export const accessPageSchema = createPageSchema(memberAccessSchema);

/** A row of the grid of access. */
export type MemberAccess = v.InferOutput<typeof memberAccessSchema>;

const tenantAppSchema = v.object({
  module: v.string(),
  name: v.string(),
  /** Whether the live import map has the module; a mistyped key has none. */
  is_live: v.boolean(),
});

const groupSchema = v.object({
  id: v.string(),
  name: v.string(),
  modules: v.array(v.string()),
  members: v.number(),
  /** Whether a directory manages its name and members. The previous release has no such groups. */
  is_directory: v.optional(v.boolean(), false),
});

/** `GET /operator/tenants/{tenant}/groups`: all groups by name, and the applications that groups and members can have. */
export const groupListSchema = v.object({ groups: v.array(groupSchema), apps: v.array(tenantAppSchema) });

/** A group of a tenant: its members may use its applications. */
export type Group = v.InferOutput<typeof groupSchema>;

/** An application of a tenant. */
export type TenantApp = v.InferOutput<typeof tenantAppSchema>;

/** The groups of a tenant, and its applications. */
export type GroupList = v.InferOutput<typeof groupListSchema>;

/** `GET …/groups/{id}/members` and `GET …/apps/{module}/users`: members of a tenant by name. */
export const memberPageSchema = createPageSchema(v.object({ email: v.string(), name: v.string() }));

/** Maximum number of grants that one call changes. */
const accessChangesMax = 1000;

const changedGrantsSchema = v.optional(
  v.pipe(v.array(v.object({ email: emailSchema, module: moduleKeySchema })), v.maxLength(accessChangesMax)),
  [],
);

/**
 * `PATCH /operator/tenants/{tenant}/access` changes direct grants, all or none. A change says what its author saw: one to
 * be granted was not granted, one to be revoked was. Answers 409 `access-changed` with the others.
 */
export const accessChangeSchema = v.object({ grant: changedGrantsSchema, revoke: changedGrantsSchema });

/** The body of `PATCH /operator/tenants/{tenant}/access`. */
export type AccessChange = v.InferInput<typeof accessChangeSchema>;

const groupNameSchema = v.pipe(createLineSchema(80), v.nonEmpty());

/** `POST …/groups`. */
export const newGroupSchema = v.object({ name: groupNameSchema });

/** The answer of `POST …/groups`. */
export const createdGroupSchema = v.object({ id: v.string() });

const emailsSchema = v.optional(v.pipe(v.array(emailSchema), v.maxLength(accessChangesMax)), []);
const modulesSchema = v.optional(v.pipe(v.array(moduleKeySchema), v.maxLength(500)), []);

/**
 * `PATCH …/groups/{id}` changes a group, all or none. As for grants, additions are not in the group yet and removals are;
 * `name` carries the name that its author saw. Answers 409 `access-changed` otherwise.
 */
export const groupChangeSchema = v.object({
  name: v.optional(v.object({ from: v.string(), to: groupNameSchema })),
  add_members: emailsSchema,
  remove_members: emailsSchema,
  add_modules: modulesSchema,
  remove_modules: modulesSchema,
});

/** The body of `PATCH …/groups/{id}`. */
export type GroupChange = v.InferInput<typeof groupChangeSchema>;

/** `POST /tenants/{tenant}/access-requests`: a user asks for an application; without `module` for access. */
export const newAccessRequestSchema = v.object({
  module: v.optional(moduleKeySchema),
  reason: v.optional(createLineSchema(300), ''),
});

/** `GET /tenants/{tenant}/access-requests`: the requests of a user that wait for an answer; `POST` answers its item. */
export const ownAccessRequestSchema = v.object({
  /** Null for access without a certain application. */
  module: v.nullable(v.string()),
  created_at: timeSchema,
});

/** The answer of `GET /tenants/{tenant}/access-requests`. */
export const ownAccessRequestListSchema = v.array(ownAccessRequestSchema);

/** A request of the user themselves. */
export type OwnAccessRequest = v.InferOutput<typeof ownAccessRequestSchema>;

const accessRequestSchema = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  /** Null for access without a certain application. */
  module: v.nullable(v.string()),
  reason: v.string(),
  created_at: v.string(),
});

/** `GET /operator/tenants/{tenant}/access-requests`, the oldest first. */
export const accessRequestPageSchema = createPageSchema(accessRequestSchema);

/** A request of a user for access. */
export type AccessRequest = v.InferOutput<typeof accessRequestSchema>;

/** `POST …/access-requests/{id}/answer`: `modules` are granted; none of them declines. `word` is told to the user. */
export const accessAnswerSchema = v.object({
  modules: v.pipe(v.array(moduleKeySchema), v.maxLength(100)),
  word: v.optional(createLineSchema(300), ''),
});
