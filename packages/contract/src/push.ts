import * as v from 'valibot';

const optionalText = v.optional(v.string(), '');

/**
 * The data of a push, in Firebase's `data`: texts alone, and no `notification` beside it. `recipient` is
 * `pushRecipientOf` of the user it is for: a browser shows it to nobody else. `redirect` and `icon` are those of the
 * notification.
 */
export const pushDataSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  title: v.pipe(v.string(), v.nonEmpty()),
  body: optionalText,
  icon: optionalText,
  module: optionalText,
  redirect: optionalText,
  recipient: v.optional(v.string()),
});
export type PushData = v.InferOutput<typeof pushDataSchema>;

/** Stands for a user in a push: the digest of the e-mail, because the push service reads along. Needs a secure context. */
export async function pushRecipientOf(email: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
