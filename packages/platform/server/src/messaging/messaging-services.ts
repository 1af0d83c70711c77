import type { IdentityServices } from '../identity/identity-services';
import type { PushSender } from './push/fcm-sender';
import type { RealtimeServices } from './realtime/create-realtime';
import type { Realtime } from './realtime/realtime';

/** Services of the routes of messaging. */
export interface MessagingServices extends IdentityServices, RealtimeServices {
  readonly realtime: Realtime;
  /** Absent while no push service is configured. */
  readonly push: PushSender | undefined;
}
