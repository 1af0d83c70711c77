import * as v from 'valibot';
import { emailSchema } from './auth';

const lengths = { title: 200, body: 2_000, redirect: 1_000 } as const;

/** How many users one `POST /notifications` may name. */
export const notificationEmailsMax = 1_000;

/** An icon of `/media/icons`: its name, `solid` unless its type stands before it, such as `brands/github`. */
const iconSchema = v.pipe(v.string(), v.regex(/^((solid|regular|brands)\/)?[a-z0-9-]{1,60}$/, 'icon-malformed'));

/** Where a notification leads: an address with http or https, or a path of the portal. */
const redirectSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(lengths.redirect, 'redirect-malformed'),
  v.check(leadsSomewhere, 'redirect-malformed'),
);

function leadsSomewhere(redirect: string): boolean {
  // A browser reads a backslash as a slash and drops control characters, so that either may lead elsewhere.
  if (/[\\\p{Cc}\s]/u.test(redirect)) return false;
  if (redirect.startsWith('/')) return !redirect.startsWith('//');
  return /^https?:\/\//i.test(redirect) && URL.canParse(redirect);
}

/**
 * `POST /notifications`, with a service key: a notification of the key's module. Of the users named, those get it who
 * have the module in some tenant.
 */
export const notificationRequestSchema = v.object({
  emails: v.pipe(
    v.array(emailSchema),
    v.minLength(1),
    v.maxLength(notificationEmailsMax),
    v.transform((emails) => [...new Set(emails)]),
  ),
  title: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(lengths.title)),
  body: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(lengths.body)), ''),
  icon: v.optional(iconSchema),
  redirect: v.optional(redirectSchema),
});
export type NotificationRequest = v.InferOutput<typeof notificationRequestSchema>;

/** Its answer: how many of the users named have the module, and now the notification. */
export const notificationReceiptSchema = v.object({ recipients: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export type NotificationReceipt = v.InferOutput<typeof notificationReceiptSchema>;
