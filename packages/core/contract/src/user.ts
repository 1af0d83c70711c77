import * as v from 'valibot';
import { createLineSchema, shownTextSchema } from './plain-text';

/**
 * The response of `GET /users/me`. Only `email` is required; other fields than these are ignored. A field is absent if
 * the API does not offer it, and empty if the user left it empty.
 */
export const currentUserSchema = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  name: v.nullish(shownTextSchema, ''),
  phone: v.optional(v.nullish(v.string(), '')),
});

/** Returns the name by which the portal greets a user: the first name, or the local part of the e-mail if the name is unknown. */
export function getGreetingName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim().split(/\s+/)[0] || email.split('@')[0] || email;
}

/** The signed-in user. */
export type CurrentUser = v.InferOutput<typeof currentUserSchema>;

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
