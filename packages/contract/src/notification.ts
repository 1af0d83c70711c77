import * as v from 'valibot';

const idSchema = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))]);

const optionalText = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text ?? ''),
);

/**
 * A notification as the lists and the realtime channel carry it (specification, section 3). Read into one shape:
 * absent texts are empty, `read` is a boolean, and the owning module stands in `module`, be it named there or in `App`.
 * `id` goes back unchanged. `created_at` is ISO 8601.
 */
export const notificationSchema = v.pipe(
  v.object({
    id: idSchema,
    title: v.pipe(v.string(), v.nonEmpty()),
    body: optionalText,
    icon: optionalText,
    module: optionalText,
    redirect: optionalText,
    read: v.pipe(
      v.nullish(v.union([v.boolean(), v.picklist([0, 1])]), false),
      v.transform((read) => Boolean(read)),
    ),
    created_at: v.pipe(
      v.string(),
      v.check((time) => !Number.isNaN(Date.parse(time)), 'not a time'),
    ),
    App: v.nullish(v.object({ module: optionalText })),
  }),
  v.transform(({ App, module, created_at, ...rest }) => ({
    ...rest,
    module: module || (App?.module ?? ''),
    createdAt: created_at,
  })),
);
export type Notification = v.InferOutput<typeof notificationSchema>;
export type NotificationId = Notification['id'];

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** `GET /notifications`; the entries are parsed one by one, so that a malformed one is dropped and never the list. */
export const notificationListSchema = v.object({
  notifications: v.array(v.unknown()),
  total: countSchema,
  totalUnreadNotifications: v.optional(countSchema),
});

/** The page size of the lists; `offset` is the page's number times this (specification, section 9). */
export const notificationPageSize = 10;

/** `PATCH /notifications`. */
export const readNotificationsSchema = v.object({ ids: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(500)) });

/** `POST` and `DELETE /notifications/register`: a push token of this browser. */
export const pushRegistrationSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)) });

/**
 * The topic that carries a user's notifications. What MQTT or a broker's rules would read otherwise is percent-encoded:
 * a plus in the topic of a publication drops the server's own connection (design, section 8).
 */
export function notificationTopicOf(email: string): string {
  const encoded = email.replace(/[%+#/\0]/g, (character) => {
    const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    return `%${hex}`;
  });
  return `notification-${encoded}`;
}
