import { notificationTopicOf } from '@portico/contract';
import { listPushAddresses } from '../push/push-token-repository';
import type { Services } from '../services';
import { toNotificationEntry } from './notification-entry';
import type { Notification } from './notification-repository';
import type { Recipient } from './recipient-repository';

export interface News {
  readonly notification: Notification;
  readonly recipients: readonly Recipient[];
}

/** Tells the recipients' browsers of a stored notification. What is lost here is not: it stands in their lists. */
export async function deliverNotification(services: Services, { notification, recipients }: News): Promise<void> {
  const { database, now, push, realtime } = services;
  const entry = toNotificationEntry({ notification, readAt: null });
  for (const { email, isEnabled } of recipients) {
    const message = isEnabled ? entry : { ...entry, silent: true };
    realtime.publish(notificationTopicOf(email), JSON.stringify(message));
  }
  if (push === undefined) return;
  const wanting = recipients.filter(({ isEnabled }) => isEnabled).map(({ userId }) => userId);
  await push.send(await listPushAddresses(database, wanting, now()), entry);
}
