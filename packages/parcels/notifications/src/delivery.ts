import type { RealtimeMessage, RealtimeStatus } from '@portico/shared';

/** State of the delivery by push or by the realtime connection; `periodic` in narrow windows, which fetch the lists. */
export type DeliveryStatus = RealtimeStatus | 'periodic';

/** What a delivery tells the portal. */
export interface DeliveryEvents {
  /** A notification has just been sent. Some messages are lost, and some arrive twice. */
  onMessage(message: RealtimeMessage): void;
  /** The lists may hold notifications without a message, and have to be fetched. */
  onGap(): void;
  onStatus(status: DeliveryStatus): void;
}

/** A way for notifications to arrive, from its start until `stop`. */
export interface Delivery {
  /** The page may have slept or been offline: checks whether messages still arrive. */
  verify(): void;
  /** Ends it at once; no event follows. */
  stop(): void;
}
