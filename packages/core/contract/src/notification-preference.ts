import * as v from 'valibot';
import { moduleKeySchema } from './module-key';

/** Whether notifications of a module are shown as toasts and pushes. They are in the panel either way. */
const notificationPreferenceSchema = v.object({ module: moduleKeySchema, enabled: v.boolean() });

/** The preference of a user for the notifications of one module. */
export type NotificationPreference = v.InferOutput<typeof notificationPreferenceSchema>;

/**
 * `GET /notifications/preferences`: an entry for each module of the user. `PUT` changes the given entries and answers
 * 204.
 */
export const notificationPreferenceListSchema = v.pipe(v.array(notificationPreferenceSchema), v.maxLength(500));
