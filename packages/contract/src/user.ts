import * as v from 'valibot';

/**
 * `GET /users/me`. Only `email` is required of an API; fields not named here are ignored (design, section 7). A field
 * that the answer lacks is one that the API does not offer; an empty one is not filled in.
 */
export const currentUserSchema = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  name: v.nullish(v.string(), ''),
  phone: v.optional(v.nullish(v.string(), '')),
});
export type CurrentUser = v.InferOutput<typeof currentUserSchema>;
