import * as v from 'valibot';

/** The response of `POST /auth`, `/auth/refresh` and `/auth/exchange`. Other fields are ignored. */
export const accessTokenResponseSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) });

/** The response of a call that issues an access token. */
export type AccessTokenResponse = v.InferOutput<typeof accessTokenResponseSchema>;
