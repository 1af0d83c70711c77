import type { NotificationEntry } from '../notifications/notification-entry';

/** A browser, and whose it is. */
export interface PushAddress {
  readonly token: string;
  readonly email: string;
}

/** Sends to browsers by the push service that they registered with. */
export interface PushSender {
  /** Tries a bounded number of times; what is not delivered then is lost, and stands in the list. */
  send(addresses: readonly PushAddress[], notification: NotificationEntry): Promise<void>;
  /** Gives up what is under way. */
  close(): void;
}
