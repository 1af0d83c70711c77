import * as v from 'valibot';
import { createLineSchema } from './plain-text';

/** The most characters of a user's name. */
export const nameMaxLength = 120;

/** The most characters of a user's phone number. */
export const phoneMaxLength = 32;

/** The name of a user. */
export const userNameSchema = v.pipe(createLineSchema(nameMaxLength, 'name'), v.nonEmpty('name-missing'));

/** `PATCH /users/me` changes the given fields, and refuses others. An empty `phone` deletes it. */
export const personalDataSchema = v.strictObject({
  name: v.optional(userNameSchema),
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
