import * as v from 'valibot';
import { moduleKeySchema } from './module-key';
import { tokenNameSchema } from './service-key';

/** `POST /operator/team-tokens`: a token by which a team publishes its own modules and nobody else's. */
export const newTeamTokenSchema = v.object({
  modules: v.pipe(v.array(moduleKeySchema), v.minLength(1), v.maxLength(100)),
  name: v.optional(tokenNameSchema, ''),
});
export type NewTeamToken = v.InferOutput<typeof newTeamTokenSchema>;

/** An entry of `GET /operator/team-tokens`; times are ISO 8601. `DELETE /operator/team-tokens/{id}` revokes it. */
export const teamTokenSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  modules: v.array(v.string()),
  name: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});
export type TeamToken = v.InferOutput<typeof teamTokenSchema>;
export const teamTokenListSchema = v.array(teamTokenSchema);

/** The answer that makes a token, the only one that holds it: `token` goes as `Authorization: Bearer` with its calls. */
export const createdTeamTokenSchema = v.object({
  ...teamTokenSchema.entries,
  token: v.pipe(v.string(), v.nonEmpty()),
});
export type CreatedTeamToken = v.InferOutput<typeof createdTeamTokenSchema>;
