import { canPush } from '../push/can-push';
import { dropPush } from '../push/drop-push';
import { onPermissionChange } from '../push/on-permission-change';
import { startPushFor } from '../push/start-push';
import { startRealtimeFor } from '../realtime/start-realtime';
import type { Delivery, StartDelivery } from './delivery';

/**
 * What is live: browser push where the user has allowed it and it can be had, else the realtime channel (specification,
 * section 4). A push that fails is not replaced by the channel. Follows the permission.
 */
export function startLiveFor(email: string): StartDelivery {
  return (events) => {
    let isUnsupported = false;
    let isPush: boolean | undefined;
    let delivery: Delivery | undefined;

    const choose = () => {
      const wanted = !isUnsupported && canPush();
      if (wanted === isPush) return;
      isPush = wanted;
      delivery?.stop();
      events.onStatus('reconnecting');
      const onUnsupported = () => {
        isUnsupported = true;
        choose();
      };
      const start = wanted ? startPushFor(email, onUnsupported) : startRealtimeFor(email);
      if (!wanted) void dropPush().catch(() => undefined);
      delivery = start(events);
    };

    const endFollowing = onPermissionChange(choose);
    choose();
    return {
      verify: () => delivery?.verify(),
      stop() {
        endFollowing();
        delivery?.stop();
      },
    };
  };
}
