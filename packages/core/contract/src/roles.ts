import * as v from 'valibot';
import { listQuerySchema } from './access';
import { tenantKeySchema } from './configuration';
import { confirmationMethods } from './confirmation';
import { publishedNameSchema } from './shared-packages';
import { emailSchema } from './sign-in-request';

/** The roles of the console. Operators and publishers have theirs in the whole portal, all others in one tenant. */
export const roles = ['operator', 'administrator', 'help-desk', 'publisher', 'auditor'] as const;

export type Role = (typeof roles)[number];

/** The permissions that a role may give. `read` permissions change nothing; a call without a permission is for operators only. */
export const permissions = [
  'people.read',
  /** Resend, unlock, end sessions, mail a code for a new password. */
  'people.help',
  'people.manage',
  'access.read',
  'access.manage',
  'roles.read',
  'roles.manage',
  'look.read',
  'look.manage',
  'announcements.read',
  'announcements.manage',
  'audit.read',
  /** Only of the modules that the role names. */
  'releases.read',
  'releases.manage',
  'failures.read',
  /** The service keys and the team tokens of these modules. */
  'tokens.read',
  'tokens.manage',
  'health.read',
] as const;

export type Permission = (typeof permissions)[number];

/** A role, where it holds, and for which modules. */
export const roleSchema = v.pipe(
  v.object({
    role: v.picklist(roles),
    /** Absent for a role in the whole portal. */
    tenant: v.exactOptional(tenantKeySchema),
    /** The modules and packages of a publisher. */
    modules: v.exactOptional(v.pipe(v.array(publishedNameSchema), v.minLength(1), v.maxLength(500))),
  }),
  v.check(
    ({ role, tenant, modules }) =>
      (role === 'operator' || role === 'publisher') === (tenant === undefined) &&
      (role === 'publisher') === (modules !== undefined),
    'A publisher needs modules; an administrator, a help desk and an auditor need a tenant; others have neither.',
  ),
);

export type GrantedRole = v.InferOutput<typeof roleSchema>;

/** `PUT /operator/roles` grants a role to a user, or replaces the modules of a publisher. */
export const roleChangeSchema = v.object({ email: emailSchema, granted: roleSchema });

/** `DELETE /operator/roles` takes a role away. */
export const roleRevocationSchema = v.object({
  email: emailSchema,
  granted: v.object({ role: v.picklist(roles), tenant: v.exactOptional(tenantKeySchema) }),
});

/** An entry of `GET /operator/roles` and of `GET /operator/tenants/{tenant}/roles`. */
const roleAssignmentSchema = v.object({ email: v.string(), name: v.string(), granted: roleSchema });

export type RoleAssignment = v.InferOutput<typeof roleAssignmentSchema>;

export const roleAssignmentListSchema = v.array(roleAssignmentSchema);

/** The query of the lists of roles. Without any, the answer is an array of all, for the previous release. */
export const roleQuerySchema = v.object({
  ...listQuerySchema.entries,
  role: v.exactOptional(v.picklist(roles)),
});

export type RoleQuery = v.InferOutput<typeof roleQuerySchema>;

/** A page of roles by e-mail. `next` is null on the last page. */
export const rolePageSchema = v.object({ items: v.array(roleAssignmentSchema), next: v.nullable(v.string()) });

export type RolePage = v.InferOutput<typeof rolePageSchema>;

/** `GET /operator/self`: the caller of the console, with what they may do in the tenant of their session. */
export const consoleCallerSchema = v.object({
  email: v.string(),
  name: v.string(),
  tenant: tenantKeySchema,
  roles: v.array(roleSchema),
  permissions: v.array(v.picklist(permissions)),
  /** Whether the caller may do what only operators may. */
  is_operator: v.boolean(),
  /** Until when dangerous steps need no proof (ISO 8601); null if they need one now. */
  confirmed_until: v.nullable(v.string()),
  /** The channel of messages about what the console shows of the tenant; empty from a server of the previous release. */
  channel: v.optional(v.string(), ''),
  /** How the caller can prove again who they are. The server of the previous release knows passwords only. */
  confirmation_methods: v.optional(v.array(v.picklist(confirmationMethods)), ['password']),
});

export type ConsoleCaller = v.InferOutput<typeof consoleCallerSchema>;
