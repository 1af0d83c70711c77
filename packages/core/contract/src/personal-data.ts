import * as v from 'valibot';
import { createLineSchema } from './plain-text';

/** The most characters of a user's name. */
export const nameMaxLength = 120;

/** The most characters of a user's phone number. */
export const phoneMaxLength = 32;

/** `PATCH /users/me` changes the given fields. An empty `phone` deletes it. */
export const personalDataSchema = v.object({
  name: v.optional(v.pipe(createLineSchema(nameMaxLength, 'name'), v.nonEmpty('name-missing'))),
  phone: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(phoneMaxLength, 'phone-malformed'),
      v.regex(/^(\+?[ ()./-]*\d[\d ()./-]*)?$/, 'phone-malformed'),
    ),
  ),
});

/** The body of `PATCH /users/me`. */
export type PersonalData = v.InferOutput<typeof personalDataSchema>;
