import type { notificationSchema } from '@portico/contract';
import type * as v from 'valibot';

/** A notification in the API and the realtime channel. */
export type NotificationEntry = v.InferInput<typeof notificationSchema> & {
  readonly title: string;
  readonly created_at: string;
};
