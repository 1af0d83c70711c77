import * as v from 'valibot';

/**
 * An entry of `GET /auth/sessions`: where the user is signed in. `browser` and `system` are empty when unknown,
 * times are ISO 8601. `DELETE /auth/sessions/{id}` signs it out.
 */
export const activeSessionSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  browser: v.nullish(v.string(), ''),
  system: v.nullish(v.string(), ''),
  ip: v.nullish(v.string(), ''),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.pipe(v.string(), v.isoTimestamp()),
  is_current: v.boolean(),
});
export type ActiveSession = v.InferOutput<typeof activeSessionSchema>;

/** `GET /auth/sessions`: the current one first, then the last used. */
export const activeSessionListSchema = v.array(activeSessionSchema);
