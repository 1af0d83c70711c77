import * as v from 'valibot';
import { notificationSchema } from './notification';

/**
 * A message of the topic, JSON: a notification as the lists have it. With `silent` the user has switched the module's
 * toasts off: the lists and the badge change, nothing pops up.
 */
export const realtimeMessageSchema = v.intersect([
  notificationSchema,
  v.object({
    silent: v.pipe(
      v.nullish(v.boolean(), false),
      v.transform((silent) => silent ?? false),
    ),
  }),
]);
export type RealtimeMessage = v.InferOutput<typeof realtimeMessageSchema>;
