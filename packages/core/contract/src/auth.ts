import * as v from 'valibot';

/** An e-mail address as people type it: trimmed, in lower case, at most 254 characters (RFC 5321). */
export const emailSchema = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254), v.email(), v.toLowerCase());

/** `POST /auth`. Sign-in applies no rules to the password, so that passwords older than a rule keep working. */
export const signInRequestSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024)),
});

/** The body of `POST /auth`. */
export type SignInRequest = v.InferOutput<typeof signInRequestSchema>;

/** `POST /auth/exchange`: `app` is a module key, `domain` a tenant key. */
export const exchangeRequestSchema = v.object({
  app: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  domain: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
});

/** `POST /auth/recover`. */
export const recoveryRequestSchema = v.object({ email: emailSchema });

/** The response of `POST /auth`, `/auth/refresh` and `/auth/exchange`. Other fields are ignored. */
export const accessTokenResponseSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) });

/** The response of a call that issues an access token. */
export type AccessTokenResponse = v.InferOutput<typeof accessTokenResponseSchema>;

/**
 * The response of `GET /auth/sessions`: the browsers in which the user is signed in, the current one first, then by last
 * use. `browser` and `system` are empty when unknown. `DELETE /auth/sessions/{id}` signs one out.
 */
export const activeSessionListSchema = v.array(
  v.object({
    id: v.pipe(v.string(), v.nonEmpty()),
    browser: v.nullish(v.string(), ''),
    system: v.nullish(v.string(), ''),
    ip: v.nullish(v.string(), ''),
    created_at: v.pipe(v.string(), v.isoTimestamp()),
    last_used_at: v.pipe(v.string(), v.isoTimestamp()),
    is_current: v.boolean(),
  }),
);

/** A session of the current user. */
export type ActiveSession = v.InferOutput<typeof activeSessionListSchema>[number];
