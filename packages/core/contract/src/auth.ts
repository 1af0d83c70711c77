import * as v from 'valibot';

/** `POST /auth/exchange`: `app` is a module key, `domain` a tenant key. */
export const exchangeRequestSchema = v.object({
  app: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  domain: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
});

/** The response of `POST /auth`, `/auth/refresh` and `/auth/exchange`. Other fields are ignored. */
export const accessTokenResponseSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) });

/** The response of a call that issues an access token. */
export type AccessTokenResponse = v.InferOutput<typeof accessTokenResponseSchema>;
