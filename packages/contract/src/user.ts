import * as v from 'valibot';

/** `GET /users/me`. Only `email` is required of an API; fields not named here are ignored (design, section 7). */
export const currentUserSchema = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  name: v.nullish(v.string(), ''),
});
export type CurrentUser = v.InferOutput<typeof currentUserSchema>;
