import * as v from 'valibot';
import { visible } from './graphemes';
import { atMost } from './plain-text';
import { moduleKeySchema } from './published-names';
import { emailSchema } from './sign-in-request';

const lengths = { title: 200, body: 2_000, redirect: 1_000 } as const;

/** The largest number of users of one `POST /notifications`. */
const notificationEmailsMax = 1_000;

/** An icon of `/media/icons`: a name such as `bell`, which is `solid`, or with its type, such as `brands/github`. */
const iconSchema = v.pipe(v.string(), v.regex(/^((solid|regular|brands)\/)?[a-z0-9-]{1,60}$/, 'icon-malformed'));

/** The target of a notification: an address with http or https, or a path of the portal. */
const redirectSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(lengths.redirect, 'redirect-malformed'),
  v.check(leadsSomewhere, 'redirect-malformed'),
);

function leadsSomewhere(redirect: string): boolean {
  // A browser reads a backslash as a slash and drops control characters, so either may lead to another address.
  if (/[\\\p{Cc}]/u.test(redirect)) return false;
  if (redirect.startsWith('/')) return !redirect.startsWith('//');
  return /^https?:\/\//i.test(redirect) && URL.canParse(redirect);
}

/** `POST /notifications` (bearer: a service key) notifies those of the users who have the key's module. */
export const notificationRequestSchema = v.object({
  emails: v.pipe(
    v.array(emailSchema),
    v.minLength(1),
    v.maxLength(notificationEmailsMax),
    v.transform((emails) => [...new Set(emails)]),
  ),
  title: v.pipe(v.string(), v.trim(), v.regex(visible), atMost(lengths.title)),
  body: v.optional(v.pipe(v.string(), v.trim(), atMost(lengths.body)), ''),
  icon: v.optional(iconSchema),
  redirect: v.optional(redirectSchema),
});

/** The body of `POST /notifications`, parsed: every e-mail once, in lower case. */
export type NotificationRequest = v.InferOutput<typeof notificationRequestSchema>;

/** The response: the number of users who got the notification, because they have the module. */
export const notificationReceiptSchema = v.object({ recipients: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** The response of `POST /notifications`. */
export type NotificationReceipt = v.InferOutput<typeof notificationReceiptSchema>;

/**
 * `GET /notifications/preferences`: whether notifications of each module of the user are shown as toasts and pushes. They
 * are in the panel either way. `PUT` changes the given entries and answers 204.
 */
export const notificationPreferenceListSchema = v.pipe(
  v.array(v.object({ module: moduleKeySchema, enabled: v.boolean() })),
  v.maxLength(500),
);

/** The preference of a user for the notifications of one module. */
export type NotificationPreference = v.InferOutput<typeof notificationPreferenceListSchema>[number];
