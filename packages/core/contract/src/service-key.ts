import * as v from 'valibot';
import { moduleKeySchema } from './module-key';
import { oneLine } from './one-line';

/** A name that tells the operator what a key or token is for. */
export const tokenNameSchema = v.pipe(v.string(), v.trim(), v.maxLength(100), v.regex(oneLine));

/** `POST /operator/service-keys` creates a key for the back end of a module. */
export const newServiceKeySchema = v.object({ module: moduleKeySchema, name: v.optional(tokenNameSchema, '') });

/** The body of `POST /operator/service-keys`. */
export type NewServiceKey = v.InferOutput<typeof newServiceKeySchema>;

/** An entry of `GET /operator/service-keys`; times are ISO 8601. `DELETE /operator/service-keys/{id}` revokes it. */
const serviceKeySchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  module: v.string(),
  name: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});

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
