import * as v from 'valibot';

/** `POST /auth/exchange`: `app` is a module key, `domain` a tenant key. */
export const exchangeRequestSchema = v.object({
  app: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  domain: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
});

/** `POST /auth/provider-token`. */
export const providerTokenRequestSchema = v.object({
  audience: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
});

/** The response of `POST /auth/provider-token`: an access token of the user's sign-in provider for the audience. */
export const providerTokenSchema = v.object({ access_token: v.string(), expires_at: v.string() });

/** An access token of a sign-in provider. */
export type ProviderToken = v.InferOutput<typeof providerTokenSchema>;
