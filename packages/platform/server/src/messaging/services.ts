import type { IdentityServices } from '../identity/services';
import type { Retention } from '../process/retention';
import type { PushSender } from './push/fcm-sender';
import type { RealtimeServices } from './realtime/create-realtime';

/** What the routes of messaging need. */
export interface MessagingServices extends IdentityServices, RealtimeServices {
  /** Absent while no push service is configured. */
  readonly push: PushSender | undefined;
  readonly retention: Retention;
}
