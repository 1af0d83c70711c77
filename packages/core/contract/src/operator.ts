import * as v from 'valibot';
import { emailSchema } from './auth';
import { tenantSchema } from './configuration';
import { oneLine } from './one-line';
import { isPasswordAllowedFor, newPasswordSchema } from './password';
import { moduleKeySchema } from './published-names';
import { tenantKeySchema } from './tenant';

const lineSchema = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200), v.regex(oneLine));

/** `POST /operator/tenants`, and an entry of `GET /operator/tenants`. */
export const operatorTenantSchema = v.object({ ...tenantSchema.entries, key: tenantKeySchema, name: lineSchema });

/** A tenant with its key, as the operator manages it. */
export type OperatorTenant = v.InferOutput<typeof operatorTenantSchema>;

/** All tenants, as the operator lists them. */
export const operatorTenantListSchema = v.array(operatorTenantSchema);

/** `POST /operator/users`. Without a password the user sets the first one by a recovery mail. */
export const newUserSchema = v.pipe(
  v.object({ email: emailSchema, name: lineSchema, password: v.optional(newPasswordSchema) }),
  v.check(({ email, password }) => password === undefined || isPasswordAllowedFor(email, password), 'same-as-email'),
);

/** An entry of `GET /operator/users`, and the response of the calls that change a user. */
const operatorUserSchema = v.object({ email: v.string(), name: v.string(), disabled: v.boolean() });

/** A user as the operator manages them. */
export type OperatorUser = v.InferOutput<typeof operatorUserSchema>;

/** Users, as the operator lists them. */
export const operatorUserListSchema = v.array(operatorUserSchema);

/** `PATCH /operator/users/{email}`. Disabling a user ends all their sessions. */
export const userChangeSchema = v.object({ disabled: v.boolean() });

/** `PUT /operator/tenants/{tenant}/apps/{module}`: defines an app of the tenant, or renames it. */
export const appDefinitionSchema = v.object({
  name: lineSchema,
  description: v.optional(lineSchema),
  description_en: v.optional(lineSchema),
});

/** The name and the descriptions of an application of a tenant. */
export type AppDefinition = v.InferOutput<typeof appDefinitionSchema>;

/** `PUT …/apps/{module}/users/{email}` grants the app. The name is required if the tenant does not have the app yet. */
export const appGrantSchema = v.partial(appDefinitionSchema);

/** `GET /operator/tenants/{tenant}/apps`: the apps of a tenant and the e-mails of those who may use them. */
export const operatorAppListSchema = v.array(
  v.object({ module: moduleKeySchema, name: v.string(), description: v.string(), users: v.array(v.string()) }),
);

/** An application of a tenant and the e-mails of its users. */
export type OperatorApp = v.InferOutput<typeof operatorAppListSchema>[number];
