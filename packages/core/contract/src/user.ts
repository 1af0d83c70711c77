import * as v from 'valibot';
import { shownTextSchema } from './plain-text';

/**
 * The response of `GET /users/me`. Only `email` is required; other fields than these are ignored. A field is absent if
 * the API does not offer it, and empty if the user left it empty.
 */
export const currentUserSchema = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  name: v.nullish(shownTextSchema, ''),
  phone: v.optional(v.nullish(v.string(), '')),
  /** An e-mail that the user has not confirmed yet. */
  new_email: v.optional(v.string()),
  /** Their banners, which the region of announcements parses by `userAnnouncementsSchema`: only its file has the schema. */
  announcements: v.optional(v.unknown()),
});

/** Returns the name by which the portal greets a user: the first name, or the local part of the e-mail if the name is unknown. */
export function getGreetingName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim().split(/\s+/)[0] || email.split('@')[0] || email;
}

/** The signed-in user. */
export type CurrentUser = v.InferOutput<typeof currentUserSchema>;
