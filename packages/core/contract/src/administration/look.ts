import * as v from 'valibot';
import { accentSchema, tenantKeySchema } from '../configuration';
import { createLineSchema } from '../plain-text';
import { emailSchema } from '../sign-in-request';

/** A host name without port (RFC 1123), in lower case; names of other scripts as `xn--…`. */
export const hostSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253),
  v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/, 'host-malformed'),
);

/** The name in `From`. Without `@` and `<>`, so that it does not pass for an address. */
const senderNameSchema = v.pipe(createLineSchema(80), v.nonEmpty(), v.regex(/^[^@<>]*$/, 'sender-name-malformed'));

/** The fields that `PATCH …/look` changes. Only operators change `sender_address` and `hosts`. */
const changedEntries = {
  name: v.pipe(createLineSchema(200), v.nonEmpty()),
  /** null for the accent of the portal. */
  accent: v.nullable(accentSchema),
  /** The name of the sender of mails; null for that of the portal. */
  sender_name: v.nullable(senderNameSchema),
  /** The address of the sender of mails; null for that of the portal. */
  sender_address: v.nullable(emailSchema),
  hosts: v.pipe(v.array(hostSchema), v.maxLength(100)),
};

/** `GET /operator/tenants/{tenant}/look`. */
export const lookSchema = v.object({
  key: tenantKeySchema,
  name: v.string(),
  accent: v.nullable(v.string()),
  /** The address of the logo. */
  logo: v.nullable(v.string()),
  sender_name: v.nullable(v.string()),
  sender_address: v.nullable(v.string()),
  /** In the order of the alphabet. */
  hosts: v.array(v.string()),
  /** The hosts that the configuration of the server gives to the tenant; it alone changes them. */
  fixed_hosts: v.array(v.string()),
});

/** How a tenant appears to its users. */
export type TenantLook = v.InferOutput<typeof lookSchema>;

/**
 * `PATCH /operator/tenants/{tenant}/look` changes the given fields. `from` has those that its author saw before; if one
 * is different now, nothing changes, and the answer is 409 `look-changed` with what another user changed.
 */
export const lookChangeSchema = v.strictObject({
  ...v.partial(v.object(changedEntries)).entries,
  from: v.optional(v.partial(lookSchema), {}),
});

/** The body of `PATCH /operator/tenants/{tenant}/look`. */
export type LookChange = v.InferInput<typeof lookChangeSchema>;
