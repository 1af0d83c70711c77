import * as v from 'valibot';
import { oneLine } from './one-line';
import { moduleKeySchema, publishedNameSchema } from './published-names';

/** A name that tells the operator what a key or token is for. */
const tokenNameSchema = v.pipe(v.string(), v.trim(), v.maxLength(100), v.regex(oneLine));

/** Times are ISO 8601. */
const issuedEntries = {
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
};

/** `POST /operator/service-keys` creates a key for the back end of a module. */
export const newServiceKeySchema = v.object({ module: moduleKeySchema, name: v.optional(tokenNameSchema, '') });

/** The body of `POST /operator/service-keys`. */
export type NewServiceKey = v.InferOutput<typeof newServiceKeySchema>;

/** An entry of `GET /operator/service-keys`. `DELETE /operator/service-keys/{id}` revokes it. */
const serviceKeySchema = v.object({ ...issuedEntries, module: v.string() });

/** A service key without its secret. */
export type ServiceKey = v.InferOutput<typeof serviceKeySchema>;

/** Service keys, without their secrets. */
export const serviceKeyListSchema = v.array(serviceKeySchema);

/** The response that contains the new key, once. Calls send it as `Authorization: Bearer`. */
export const createdServiceKeySchema = v.object({ ...serviceKeySchema.entries, key: v.pipe(v.string(), v.nonEmpty()) });

/** A new service key with its secret, which is shown once. */
export type CreatedServiceKey = v.InferOutput<typeof createdServiceKeySchema>;

/** `.portico/service-keys.json` of the embedded database: a key for each demo module, by module. */
export const demoServiceKeysSchema = v.record(v.string(), v.string());

/** `POST /operator/team-tokens` creates a token for a team to publish its modules and packages. */
export const newTeamTokenSchema = v.object({
  modules: v.pipe(v.array(publishedNameSchema), v.minLength(1), v.maxLength(100)),
  name: v.optional(tokenNameSchema, ''),
});

/** An entry of `GET /operator/team-tokens`. `DELETE /operator/team-tokens/{id}` revokes it. */
const teamTokenSchema = v.object({ ...issuedEntries, modules: v.array(v.string()) });

/** A team token without its secret. */
export type TeamToken = v.InferOutput<typeof teamTokenSchema>;

/** Team tokens, without their secrets. */
export const teamTokenListSchema = v.array(teamTokenSchema);

/** The response that contains the new token, once. Calls send it as `Authorization: Bearer`. */
export const createdTeamTokenSchema = v.object({
  ...teamTokenSchema.entries,
  token: v.pipe(v.string(), v.nonEmpty()),
});

/** A new team token with its secret, which is shown once. */
export type CreatedTeamToken = v.InferOutput<typeof createdTeamTokenSchema>;
