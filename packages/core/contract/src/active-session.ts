import * as v from 'valibot';

/**
 * An entry of `GET /auth/sessions`: a browser in which the user is signed in. `browser` and `system` are empty when
 * unknown. Times are ISO 8601. `DELETE /auth/sessions/{id}` signs it out.
 */
const activeSessionSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  browser: v.nullish(v.string(), ''),
  system: v.nullish(v.string(), ''),
  ip: v.nullish(v.string(), ''),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  last_used_at: v.pipe(v.string(), v.isoTimestamp()),
  is_current: v.boolean(),
});

/** A session of the current user, as `GET /auth/sessions` lists it. */
export type ActiveSession = v.InferOutput<typeof activeSessionSchema>;

/** The response of `GET /auth/sessions`: the current session first, then by last use. */
export const activeSessionListSchema = v.array(activeSessionSchema);
