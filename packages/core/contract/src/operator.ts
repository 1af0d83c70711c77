import * as v from 'valibot';
import { tenantKeySchema, tenantSchema } from './configuration';
import { placeSchema } from './declarations';
import { createPageSchema } from './list-page';
import { isPasswordAllowedFor, newPasswordSchema } from './password';
import { createLineSchema } from './plain-text';
import { moduleKeySchema } from './published-names';
import { publishedNameSchema } from './shared-packages';
import { emailSchema } from './sign-in-request';

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

export const operatorUserListSchema = v.array(operatorUserSchema);

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

/** The name of a key or token, which tells the operator its purpose. */
const tokenNameSchema = createLineSchema(100);

/** The common properties of keys and tokens. Times are ISO 8601. */
const issuedEntries = {
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** The e-mail of a person, or `operator` for its key; null if the previous release made it. */
  created_by: v.optional(v.nullable(v.string()), null),
  /** Null without an end. */
  expires_at: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
};

/** The most days that a key or a token is valid; without days it has no end. */
export const tokenDaysMax = 3650;

const tokenDaysSchema = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(tokenDaysMax)));

/** `POST /operator/service-keys` creates a key for the back end of a module. */
export const newServiceKeySchema = v.strictObject({
  module: moduleKeySchema,
  name: v.optional(tokenNameSchema, ''),
  days: tokenDaysSchema,
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
  name: v.optional(tokenNameSchema, ''),
  days: tokenDaysSchema,
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
export const newScimTokenSchema = v.strictObject({ name: v.optional(tokenNameSchema, ''), days: tokenDaysSchema });

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

const wholeNumberSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const instantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const auditPageMax = 500;
const actionSchema = v.pipe(v.string(), v.regex(/^[a-z-]{1,64}$/));
const personSchema = v.union([emailSchema, v.pipe(v.string(), v.uuid())]);

/**
 * The query of `GET /operator/audit` and `GET /operator/tenants/{tenant}/audit`. The next page starts after the last
 * record: `since` is its time and `after` its id, or with `newest`, `until` and `before`.
 */
export const auditQuerySchema = v.pipe(
  v.object({
    since: v.exactOptional(instantSchema),
    after: v.exactOptional(wholeNumberSchema),
    until: v.exactOptional(instantSchema),
    before: v.exactOptional(wholeNumberSchema),
    limit: v.optional(v.pipe(wholeNumberSchema, v.minValue(1), v.maxValue(auditPageMax)), String(auditPageMax)),
    /** The e-mail or the id of the user that a record is about. */
    user: v.exactOptional(personSchema),
    /** An e-mail, the id of a user or a team token, or a kind such as `operator`, `team` or `portal`. */
    actor: v.exactOptional(
      v.union([personSchema, v.picklist(['user', 'operator', 'team', 'directory', 'visitor', 'portal'])]),
    ),
    action: v.exactOptional(actionSchema),
    tenant: v.exactOptional(tenantKeySchema),
    /** Whether reads of operators are listed too. */
    reads: v.optional(v.picklist(['true', 'false']), 'false'),
    /** Whether the newest records come first. */
    newest: v.optional(v.picklist(['true', 'false']), 'false'),
  }),
  v.transform(({ newest, reads, ...query }) => ({ ...query, newest: newest === 'true', reads: reads === 'true' })),
);

/** A parsed query of the audit log. */
export type AuditQuery = v.InferOutput<typeof auditQuerySchema>;

const textOrNull = v.nullable(v.string());

/** `GET /operator/audit`: a page of records by time. Names and e-mails are null after they were deleted. */
export const auditRecordListSchema = v.array(
  v.object({
    id: v.number(),
    at: v.string(),
    action: v.string(),
    actor: v.object({ kind: v.string(), id: textOrNull, name: textOrNull }),
    /** The user that the action is about. */
    user: v.nullable(v.object({ id: v.string(), email: textOrNull })),
    /** A keyed hash of the e-mail that a visitor typed. */
    account: textOrNull,
    tenant: textOrNull,
    target: textOrNull,
    details: v.record(v.string(), v.unknown()),
    address: textOrNull,
    request_id: textOrNull,
  }),
);

/** A record of the audit log. */
export type AuditRecord = v.InferOutput<typeof auditRecordListSchema>[number];
