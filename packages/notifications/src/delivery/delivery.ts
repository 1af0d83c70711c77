import type { RealtimeMessage } from '@portico/shared';

/**
 * `live`: messages arrive as they are sent; `periodic`: the lists are fetched from time to time, as is meant for this
 * window; `off`: messages should arrive and do not, and that is not about to change.
 */
export type DeliveryStatus = 'live' | 'periodic' | 'reconnecting' | 'off';

/** What a delivery tells the portal. */
export interface DeliveryEvents {
  /** A notification has just been sent. It may be told more than once, and none is told for certain. */
  onMessage(message: RealtimeMessage): void;
  /** The lists may hold what was never told, and are to be fetched. */
  onGap(): void;
  onStatus(status: DeliveryStatus): void;
}

/** A way for notifications to arrive, from `StartDelivery` until `stop`. */
export interface Delivery {
  /** The page was asleep, or off the network: is the connection still one? */
  verify(): void;
  /** Ends it at once; nothing is told afterwards. */
  stop(): void;
}

export type StartDelivery = (events: DeliveryEvents) => Delivery;
