import * as v from 'valibot';
import { createLineSchema } from '../plain-text';
import { moduleKeySchema } from '../published-names';

const idSchema = v.pipe(v.string(), v.uuid());

/**
 * `POST /operator/tenants/{tenant}/mappings`: users whose claim has the value may use the module, or are in the group.
 * `claim` is the name of a claim, or a path such as `realm_access.roles`. Without `provider_id`, it holds for all
 * providers of the tenant.
 */
export const newClaimMappingSchema = v.pipe(
  v.strictObject({
    claim: v.pipe(createLineSchema(200), v.nonEmpty()),
    value: v.pipe(createLineSchema(300), v.nonEmpty()),
    module: v.exactOptional(moduleKeySchema),
    group_id: v.exactOptional(idSchema),
    provider_id: v.exactOptional(idSchema),
  }),
  v.check(
    ({ group_id, module }) => (group_id === undefined) !== (module === undefined),
    'A mapping gives either a module or a group.',
  ),
);

/** The body of `POST /operator/tenants/{tenant}/mappings`. */
export type NewClaimMapping = v.InferOutput<typeof newClaimMappingSchema>;

/** The answer of `POST /operator/tenants/{tenant}/mappings`. */
export const createdClaimMappingSchema = v.object({ id: v.string() });

const claimMappingSchema = v.object({
  id: v.string(),
  /** The name of the provider; null for all of the tenant. */
  provider: v.nullable(v.string()),
  claim: v.string(),
  value: v.string(),
  module: v.nullable(v.string()),
  /** The name of the group. */
  group: v.nullable(v.string()),
  /** How many users have the value, as their last sign-in or refresh found them. */
  people: v.number(),
});

/** A mapping of a value of a claim. */
export type ClaimMapping = v.InferOutput<typeof claimMappingSchema>;

/** `GET /operator/tenants/{tenant}/mappings`: all mappings of a tenant, and the providers that one may name. */
export const claimMappingListSchema = v.object({
  mappings: v.array(claimMappingSchema),
  providers: v.array(v.object({ id: v.string(), name: v.string() })),
});
