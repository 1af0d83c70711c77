import * as v from 'valibot';
import { timeSchema } from './time';

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
    created_at: timeSchema,
    last_used_at: timeSchema,
    is_current: v.boolean(),
  }),
);

/** A session of the current user. */
export type ActiveSession = v.InferOutput<typeof activeSessionListSchema>[number];
