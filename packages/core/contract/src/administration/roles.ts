import * as v from 'valibot';
import { tenantKeySchema } from '../configuration';
import { createPageSchema, listQuerySchema } from '../list-page';
import { publishedNameSchema } from '../publishing/shared-packages';
import { emailSchema } from '../sign-in-request';
import { roles } from './permissions';

/** A role, where it holds, and for which modules. */
const roleSchema = v.pipe(
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

/** The query of the lists of roles. Without any, the answer is an array of all, for the previous release. */
export const roleQuerySchema = v.object({
  ...listQuerySchema.entries,
  role: v.exactOptional(v.picklist(roles)),
});

export type RoleQuery = v.InferOutput<typeof roleQuerySchema>;

/** A page of roles by e-mail. `next` is null on the last page. */
export const rolePageSchema = createPageSchema(roleAssignmentSchema);

export type RolePage = v.InferOutput<typeof rolePageSchema>;
