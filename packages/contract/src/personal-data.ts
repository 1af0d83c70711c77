import * as v from 'valibot';

export const nameMaxLength = 120;
export const phoneMaxLength = 32;

/** `PATCH /users/me`: what users change about themselves; what is not named stays. An empty `phone` is none. */
export const personalDataSchema = v.object({
  name: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // Blanks and invisible characters alone show nothing.
      v.regex(/[^\p{C}\p{Z}]/u, 'name-missing'),
      v.maxLength(nameMaxLength, 'name-too-long'),
      v.regex(/^\P{Cc}*$/u),
    ),
  ),
  phone: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(phoneMaxLength, 'phone-malformed'),
      v.regex(/^(\+?[ ()./-]*\d[\d ()./-]*)?$/, 'phone-malformed'),
    ),
  ),
});
export type PersonalData = v.InferOutput<typeof personalDataSchema>;
