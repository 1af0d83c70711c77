import * as v from 'valibot';
import { createLineSchema } from '../plain-text';
import { timeSchema } from '../time';
import { hostSchema } from './look';

/** The issuer of an OpenID provider: an address without query and fragment (OpenID Connect Discovery, section 3). */
const issuerSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.check((text) => {
    if (!URL.canParse(text)) return false;
    const { hash, password, protocol, search, username } = new URL(text);
    return /^https?:$/.test(protocol) && hash + search + username + password === '' && !text.includes('?');
  }, 'issuer-malformed'),
);

/** A resource indicator (RFC 8707, section 2), of the characters of a scope (RFC 6749, section 3.3). */
const audienceSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^[!$-[\]-~]+$/, 'audience-malformed'),
  v.check((text) => URL.canParse(text), 'audience-malformed'),
);

const byClient = { issuer: issuerSchema, client_id: v.pipe(createLineSchema(500), v.nonEmpty()) };

/** An entry of `GET /operator/tenants/{tenant}/sign-in-providers`. The secret of the client is never shown. */
export const signInProviderSchema = v.object({
  id: v.string(),
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
  /** The domains of the e-mails that it may vouch for. Without any, it signs in only users who prove their account. */
  domains: v.array(v.string()),
  /** The audiences that modules may get access tokens for. */
  audiences: v.array(v.string()),
  /** Whether a first sign-in adds the user. */
  creates_users: v.boolean(),
  /** Whether a session ends when that of the provider does. */
  ends_sessions: v.boolean(),
  /** The path of the redirect address to register at the provider, on each host of the tenant. */
  callback_path: v.string(),
});

/** An OpenID provider by which the members of a tenant sign in. */
export type SignInProvider = v.InferOutput<typeof signInProviderSchema>;

/** `GET /operator/tenants/{tenant}/sign-in-providers`. */
export const signInProvidersSchema = v.object({
  /** Whether members sign in by a provider only. */
  passwords_off: v.boolean(),
  providers: v.array(signInProviderSchema),
});

/** `GET /auth/provider-accounts`: those of the user at the providers of the tenant, by name. */
export const providerAccountListSchema = v.array(
  v.object({
    /** The id of the provider. */
    id: v.string(),
    name: v.string(),
    created_at: timeSchema,
    /** The last sign-in, if its session is still stored. */
    last_used_at: v.nullable(timeSchema),
    /** Whether this account opened the session of the call. */
    is_current: v.boolean(),
  }),
);

/** An account at a provider that signs the user in. */
export type ProviderAccount = v.InferOutput<typeof providerAccountListSchema>[number];

/**
 * `PUT /operator/tenants/{tenant}/sign-in-providers` adds the provider of an issuer and a client, or changes the given
 * fields of it. A new one needs the secret. `passwords_off` applies to the tenant. `DELETE …/{id}` removes one.
 */
export const signInProviderChangeSchema = v.strictObject({
  ...byClient,
  client_secret: v.exactOptional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))),
  name: v.exactOptional(v.pipe(createLineSchema(80), v.nonEmpty())),
  domains: v.exactOptional(v.pipe(v.array(hostSchema), v.maxLength(100))),
  audiences: v.exactOptional(v.pipe(v.array(audienceSchema), v.maxLength(20))),
  creates_users: v.exactOptional(v.boolean()),
  ends_sessions: v.exactOptional(v.boolean()),
  passwords_off: v.exactOptional(v.boolean()),
});

/** The body of `PUT /operator/tenants/{tenant}/sign-in-providers`. */
export type SignInProviderChange = v.InferOutput<typeof signInProviderChangeSchema>;
