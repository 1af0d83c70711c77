import type { RealtimeMessage, RealtimeStatus } from '@portico/shared';

/** State of the delivery by push or by the realtime connection; `periodic` in narrow windows, which fetch the lists. */
export type DeliveryStatus = RealtimeStatus | 'periodic';

/** The events of a delivery. */
export interface DeliveryEvents {
  /** A notification has just been sent. Some messages are lost, and some arrive twice. */
  onMessage(message: RealtimeMessage): void;
  /** The lists may hold notifications without a message, and have to be fetched. */
  onGap(): void;
  onStatus(status: DeliveryStatus): void;
  /** This browser turns out not to support push. */
  onUnsupported(): void;
}

/** A running delivery. */
export interface Delivery {
  /** Checks whether messages still arrive, after the page may have slept or been offline. */
  verify(): void;
  /** Ends it; no event follows. */
  stop(): void;
}
