import * as v from 'valibot';
import { tenantKeySchema, tenantSchema } from '../configuration';
import { placeSchema } from '../declarations';
import { createPageSchema } from '../list-page';
import { isPasswordAllowedFor, newPasswordSchema } from '../password';
import { createLineSchema } from '../plain-text';
import { moduleKeySchema } from '../published-names';
import { publishedNameSchema } from '../publishing/shared-packages';
import { emailSchema } from '../sign-in-request';
import { timeSchema } from '../time';

const lineSchema = v.pipe(createLineSchema(200), v.nonEmpty());

/** `POST /operator/tenants`, and an entry of `GET /operator/tenants`. */
export const operatorTenantSchema = v.object({ ...tenantSchema.entries, key: tenantKeySchema, name: lineSchema });

/** A tenant with its key, as the operator manages it. */
export type OperatorTenant = v.InferOutput<typeof operatorTenantSchema>;

/** All tenants, as the operator lists them. */
export const operatorTenantListSchema = v.array(operatorTenantSchema);

/** `POST /operator/users`. Without a password the user sets the first one by a recovery mail. */
export const newUserSchema = v.pipe(
  v.object({
    email: emailSchema,
    name: lineSchema,
    password: v.optional(newPasswordSchema),
    /** The tenant that the user becomes a member of. */
    tenant: v.exactOptional(tenantKeySchema),
  }),
  v.check(({ email, password }) => password === undefined || isPasswordAllowedFor(email, password), 'same-as-email'),
);

/** An entry of `GET /operator/users`, and the answer of the calls that change a user. */
export const operatorUserSchema = v.object({ email: v.string(), name: v.string(), disabled: v.boolean() });

/** A user as the operator manages them. */
export type OperatorUser = v.InferOutput<typeof operatorUserSchema>;

/** `PUT /operator/tenants/{tenant}/apps/{module}`: defines an app of the tenant, or renames it. */
const appDefinitionSchema = v.object({
  name: lineSchema,
  description: v.optional(lineSchema),
  description_en: v.optional(lineSchema),
});

/** The name and the descriptions of an application of a tenant. */
export type AppDefinition = v.InferOutput<typeof appDefinitionSchema>;

/** Confirms that a key without a published module is no mistake. */
const newEntries = { new: v.optional(v.boolean(), false) };

/** `PUT /operator/tenants/{tenant}/apps/{module}`: the definition, and `new` for a module that is not published yet. */
export const newAppSchema = v.strictObject({ ...appDefinitionSchema.entries, ...newEntries });

/** `PUT …/apps/{module}/users/{email}` grants the app. The name is required if the tenant does not have the app yet. */
export const appGrantSchema = v.strictObject({ ...v.partial(appDefinitionSchema).entries, ...newEntries });

/** `PATCH /operator/tenants/{tenant}/apps/{module}`: whether the parcels of the module appear in a place. */
export const appChangeSchema = v.object({ place: placeSchema, shown: v.boolean() });

/**
 * `GET /operator/tenants/{tenant}/apps`: the apps of a tenant, how many users have each directly, and its groups. `GET
 * …/apps/{module}/users` lists the users of one.
 */
export const operatorAppListSchema = v.array(
  v.object({
    module: moduleKeySchema,
    name: v.string(),
    description: v.string(),
    direct: v.number(),
    groups: v.array(v.object({ name: v.string(), members: v.number() })),
    /** The places that are switched off for the module. */
    places_off: v.optional(v.array(v.string()), []),
  }),
);

/** The common properties of keys and tokens. Times are ISO 8601. */
const issuedEntries = {
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  created_at: timeSchema,
  last_used_at: v.nullable(timeSchema),
  /** The e-mail of a person, or `operator` for its key; null if the previous release made it. */
  created_by: v.optional(v.nullable(v.string()), null),
  /** Null without an end. */
  expires_at: v.optional(v.nullable(timeSchema), null),
};

/** The most days that a key or a token is valid; without days it has no end. */
export const tokenDaysMax = 3650;

/** A note about its use, and how long it is valid. */
const newTokenEntries = {
  name: v.optional(createLineSchema(100), ''),
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(tokenDaysMax))),
};

/** `POST /operator/service-keys` creates a key for the back end of a module. */
export const newServiceKeySchema = v.strictObject({
  module: moduleKeySchema,
  ...newTokenEntries,
  ...newEntries,
});

/** The body of `POST /operator/service-keys`. */
export type NewServiceKey = v.InferOutput<typeof newServiceKeySchema>;

/** An entry of `GET /operator/service-keys`. `DELETE /operator/service-keys/{id}` revokes it. */
const serviceKeySchema = v.object({ ...issuedEntries, module: v.string() });

/** A page of service keys, the newest first, without their secrets. */
export const serviceKeyPageSchema = createPageSchema(serviceKeySchema);

/** The response that contains the new key, once. Calls send it as `Authorization: Bearer`. */
export const createdServiceKeySchema = v.object({ ...serviceKeySchema.entries, key: v.pipe(v.string(), v.nonEmpty()) });

/** `.portico/service-keys.json` of the embedded database: a key for each demo module, by module. */
export const demoServiceKeysSchema = v.record(v.string(), v.string());

/** `POST /operator/team-tokens` creates a token for a team to publish its modules and packages. */
export const newTeamTokenSchema = v.object({
  modules: v.pipe(v.array(publishedNameSchema), v.minLength(1), v.maxLength(100)),
  ...newTokenEntries,
  ...newEntries,
});

/** An entry of `GET /operator/team-tokens`. `DELETE /operator/team-tokens/{id}` revokes it. */
const teamTokenSchema = v.object({ ...issuedEntries, modules: v.array(v.string()) });

/** A team token without its secret. */
export type TeamToken = v.InferOutput<typeof teamTokenSchema>;

/** A page of team tokens, the newest first, without their secrets. */
export const teamTokenPageSchema = createPageSchema(teamTokenSchema);

/** The response that contains the new token, once. Calls send it as `Authorization: Bearer`. */
export const createdTeamTokenSchema = v.object({
  ...teamTokenSchema.entries,
  token: v.pipe(v.string(), v.nonEmpty()),
});

/** `POST /operator/tenants/{tenant}/scim-tokens` creates a token for the directory of a tenant. */
export const newScimTokenSchema = v.strictObject(newTokenEntries);

/** An entry of `GET /operator/tenants/{tenant}/scim-tokens`. `DELETE …/scim-tokens/{id}` revokes it. */
const scimTokenSchema = v.object({ ...issuedEntries, tenant: tenantKeySchema });

/** A token of a directory without its secret. */
export type ScimToken = v.InferOutput<typeof scimTokenSchema>;

/** Tokens of directories, without their secrets. */
export const scimTokenListSchema = v.array(scimTokenSchema);

/** The response that contains the new token, once. The directory sends it as `Authorization: Bearer`. */
export const createdScimTokenSchema = v.object({
  ...scimTokenSchema.entries,
  token: v.pipe(v.string(), v.nonEmpty()),
});
