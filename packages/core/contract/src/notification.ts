import * as v from 'valibot';
import { shownTextSchema } from './plain-text';

const idSchema = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))]);

const optionalText = v.nullish(v.string(), '');

/**
 * A notification in the lists and the realtime channel, parsed into one shape: absent texts are empty, `read` is a
 * boolean, and `module` is the owning module, which may come in `App`. `id` is sent back unchanged. `created_at` is ISO
 * 8601; an invalid time is empty.
 */
export const notificationSchema = v.pipe(
  v.object({
    id: idSchema,
    title: v.nullish(shownTextSchema, ''),
    body: v.nullish(shownTextSchema, ''),
    icon: optionalText,
    module: optionalText,
    redirect: optionalText,
    read: v.pipe(
      v.nullish(v.union([v.boolean(), v.picklist([0, 1])]), false),
      v.transform((read) => Boolean(read)),
    ),
    created_at: v.pipe(
      optionalText,
      v.transform((time) => (Number.isNaN(Date.parse(time)) ? '' : time)),
    ),
    App: v.nullish(v.object({ module: optionalText })),
  }),
  v.transform(({ App, module, created_at, ...rest }) => ({
    ...rest,
    module: module || (App?.module ?? ''),
    createdAt: created_at,
  })),
);

/** A notification as the browser uses it. */
export type Notification = v.InferOutput<typeof notificationSchema>;

/**
 * A message of a user's topic, in JSON: a notification as in the lists. `silent` means that the user has switched off the
 * toasts of the module: the lists and the badge change, but no toast appears. After the user has marked notifications as
 * read on a device, a silent message with the id `read` follows: `read_ids` are some of them, and the lists have the rest.
 */
export const realtimeMessageSchema = v.intersect([
  notificationSchema,
  v.object({
    silent: v.nullish(v.boolean(), false),
    read_ids: v.optional(v.array(idSchema)),
  }),
]);

/** A message of the realtime channel, parsed. */
export type RealtimeMessage = v.InferOutput<typeof realtimeMessageSchema>;

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The response of `GET /notifications`. Entries are parsed one by one: a malformed one does not discard the list. */
export const notificationListSchema = v.object({
  notifications: v.array(v.unknown()),
  total: countSchema,
  totalUnreadNotifications: v.optional(countSchema),
});

/** The page size of the lists; `offset` is the number of the page times this. */
export const notificationPageSize = 10;

/** `PATCH /notifications`. */
export const readNotificationsSchema = v.object({ ids: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(500)) });

/** `POST` and `DELETE /notifications/register`: a push token of this browser. */
export const pushRegistrationSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)) });

/**
 * Returns the MQTT topic of a user's notifications. Characters with a meaning for MQTT or a broker's rules are
 * percent-encoded: a plus in a topic would make a broker drop the server's connection.
 */
export function getNotificationTopic(email: string): string {
  const encoded = email.replace(/[%+#/\0]/g, (character) => {
    const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    return `%${hex}`;
  });
  return `notification-${encoded}`;
}
