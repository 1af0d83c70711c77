import type { IdentityServices } from '../identity/identity-services';
import type { PushSender } from './push/fcm-sender';
import type { RealtimeServices } from './realtime/create-realtime';

/** Services of the routes of messaging. */
export interface MessagingServices extends IdentityServices, RealtimeServices {
  /** Absent while no push service is configured. */
  readonly push: PushSender | undefined;
}
