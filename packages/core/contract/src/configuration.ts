import * as v from 'valibot';
import { hasExactOrigin, isExactOrigin } from './exact-origin';
import { isOwnName } from './own-names';
import { shownTextSchema } from './plain-text';
import { realtimeSchema } from './realtime';

const text = v.pipe(v.string(), v.nonEmpty());

/** The web configuration of a Firebase project, as its console shows it. It contains no secrets. */
const firebaseSchema = v.object({
  apiKey: text,
  projectId: text,
  messagingSenderId: text,
  appId: text,
  authDomain: v.exactOptional(text),
  storageBucket: v.exactOptional(text),
  measurementId: v.exactOptional(text),
});

/** The public key of Web Push (RFC 8292): an uncompressed point of P-256, 65 bytes in base64url. */
const vapidKeySchema = v.pipe(
  v.string(),
  v.regex(/^B[A-Za-z0-9_-]{86}$/, 'A VAPID key is 87 characters of base64url and starts with B.'),
);

const originSchema = v.pipe(
  v.string(),
  v.check(
    (value) => value.startsWith('http') && isExactOrigin(value),
    (issue) => `"${issue.input}" is not an exact origin such as https://modules.example.com`,
  ),
);

const overridesMessage = 'Overrides are "off", or a list of exact origins such as ["http://localhost:9200"].';

/** `off`, or the exact origins that developers may load modules from, each in their own browser only. */
const overridesSchema = v.union(
  [v.literal('off'), v.pipe(v.array(originSchema), v.nonEmpty(overridesMessage))],
  overridesMessage,
);

/** The accent of a tenant. */
export const accentSchema = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'An accent is a colour such as #c3311d.'));

const timeoutSchema = v.pipe(
  v.number(),
  v.check((value) => Number.isInteger(value) && value > 0, 'A timeout is a positive whole number of milliseconds.'),
);

const addressSchema = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value), 'This is a whole address such as https://example.com/help.'),
);

/** The address of an image. The content policy lists its origin if it is another one. */
const logoSchema = v.pipe(
  v.string(),
  v.check(
    (value) => /^\/(?!\/)[^\\\s]*$/.test(value) || (/^https:\/\/[^\\\s]*$/.test(value) && hasExactOrigin(value)),
    'A logo is a path such as /media/logo.png, or an address with https://',
  ),
);

const apiUrlSchema = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check(
    (value) => !URL.canParse(value) || hasExactOrigin(value),
    'The API is at a path such as /api, or at an address with one exact origin.',
  ),
);

/** A tenant key: one label of a host name (RFC 1123), in lower case. */
export const tenantKeySchema = v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/), v.check(isOwnName));

/** Returns a host name in lower case, without the dot at the end of a fully qualified one. */
export function normalizeHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

/** Returns the tenant key of a host name (without port): its entry in `hosts`, or its first label. */
export function findTenantKey(hostname: string, hosts: Readonly<Record<string, string>>): string {
  const name = normalizeHost(hostname);
  return (Object.hasOwn(hosts, name) ? hosts[name] : undefined) ?? name.split('.')[0] ?? '';
}

/** The appearance of a tenant: `logo` is the address of an image, `accent` replaces the red of the portal. */
export const tenantSchema = v.object({
  name: v.pipe(shownTextSchema, v.nonEmpty()),
  logo: v.optional(logoSchema),
  accent: v.optional(accentSchema),
});

/** The name, logo and accent of a tenant. */
export type Tenant = v.InferOutput<typeof tenantSchema>;

/**
 * The run-time configuration, which is in the page as one JSON document (docs/operating.md). `hosts` maps a host name
 * to a tenant key; for other hosts it is their first label. `moduleOrigins` are the exact origins that modules may come
 * from. `moduleTimeout` is the time limit for a module to load, and again to mount, in milliseconds. `overrides` are
 * the origins that a developer's browser may load from instead; `off` on a production page. `realtime` is the broker of
 * notifications. `firebase` and `vapidKey`, both or none, switch browser push on.
 */
export const configurationSchema = v.pipe(
  v.object({
    apiUrl: v.optional(apiUrlSchema, '/api'),
    hosts: v.optional(v.record(v.pipe(v.string(), v.toLowerCase()), tenantKeySchema), {}),
    tenants: v.optional(v.record(tenantKeySchema, tenantSchema), {}),
    moduleOrigins: v.optional(v.array(originSchema), []),
    overrides: v.optional(overridesSchema, 'off'),
    moduleTimeout: v.optional(timeoutSchema, 15_000),
    supportUrl: v.optional(addressSchema),
    realtime: v.optional(realtimeSchema, {}),
    firebase: v.optional(firebaseSchema),
    vapidKey: v.optional(vapidKeySchema),
  }),
  v.forward(
    v.check(
      ({ firebase, vapidKey }) => (firebase === undefined) === (vapidKey === undefined),
      'Browser push takes both firebase and vapidKey.',
    ),
    ['vapidKey'],
  ),
);

/** The run-time configuration of the portal, with its defaults filled in. */
export type Configuration = v.InferOutput<typeof configurationSchema>;
