import * as v from 'valibot';
import { publishedNameSchema } from './package-name';
import { tokenNameSchema } from './service-key';

/** `POST /operator/team-tokens` creates a token for a team to publish its modules and packages. */
export const newTeamTokenSchema = v.object({
  modules: v.pipe(v.array(publishedNameSchema), v.minLength(1), v.maxLength(100)),
  name: v.optional(tokenNameSchema, ''),
});

/** The body of `POST /operator/team-tokens`. */
export type NewTeamToken = v.InferOutput<typeof newTeamTokenSchema>;

/** An entry of `GET /operator/team-tokens`; times are ISO 8601. `DELETE /operator/team-tokens/{id}` revokes it. */
const teamTokenSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  modules: v.array(v.string()),
  name: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});

/** A team token without its secret. */
export type TeamToken = v.InferOutput<typeof teamTokenSchema>;

/** Team tokens, without their secrets. */
export const teamTokenListSchema = v.array(teamTokenSchema);

/** The response that contains the new token, once. Calls send it as `Authorization: Bearer`. */
export const createdTeamTokenSchema = v.object({
  ...teamTokenSchema.entries,
  token: v.pipe(v.string(), v.nonEmpty()),
});

/** A new team token with its secret, which is shown once. */
export type CreatedTeamToken = v.InferOutput<typeof createdTeamTokenSchema>;
