import * as v from 'valibot';
import { moduleKeySchema } from './module-key';

/** Whether the notifications of a module are shown as toasts and pushed; they stand in the panel either way. */
export const notificationPreferenceSchema = v.object({ module: moduleKeySchema, enabled: v.boolean() });
export type NotificationPreference = v.InferOutput<typeof notificationPreferenceSchema>;

/**
 * `GET /notifications/preferences`: an entry for each module of the user; and the body of `PUT`, which changes the named
 * ones and answers 204.
 */
export const notificationPreferenceListSchema = v.pipe(v.array(notificationPreferenceSchema), v.maxLength(500));
