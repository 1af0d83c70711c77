import * as v from 'valibot';
import { shownTextSchema } from './plain-text';

const optionalText = v.optional(v.string(), '');

/**
 * The data of a push, in Firebase's `data`: only texts, and no `notification`. `recipient` is `computePushRecipient` of
 * the user: browsers do not show the push to other users. `redirect` and `icon` are those of the notification.
 */
export const pushDataSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  title: v.pipe(shownTextSchema, v.nonEmpty()),
  body: v.optional(shownTextSchema, ''),
  icon: optionalText,
  module: optionalText,
  redirect: optionalText,
  recipient: v.optional(v.string()),
});

/** The data of a push message, parsed. */
export type PushData = v.InferOutput<typeof pushDataSchema>;

/** Computes the digest of an e-mail for a push, because the push service can read it. Needs a secure context. */
export async function computePushRecipient(email: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
