import * as v from 'valibot';

/** The answer of `POST /auth`, `/auth/refresh` and `/auth/exchange`; nothing more is relied on. */
export const accessTokenResponseSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) });
export type AccessTokenResponse = v.InferOutput<typeof accessTokenResponseSchema>;
