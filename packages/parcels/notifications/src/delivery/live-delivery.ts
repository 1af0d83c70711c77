import { pushStoreName } from '@portico/contract';
import { onPermissionChange, readPage, startRealtime } from '@portico/shared';
import type { Delivery, DeliveryEvents } from '../delivery-events';
import { reportFailure } from '../failure/failures';

/**
 * Starts browser push where it is configured, supported and allowed by the user, else the realtime channel. A failing
 * push does not fall back to the channel. Follows changes of the permission.
 */
export function startLiveDelivery(email: string, events: DeliveryEvents): Delivery {
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
    if (!wanted) void unbindFormerPush().catch(() => undefined);
    delivery = wanted ? startPush(email, events, onUnsupported) : startChannel(email, events);
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
}

/** Whether push is configured, allowed by the user, and supported. Does not ask the user; only a click may. */
export function canPush(): boolean {
  const { firebase, vapidKey } = readPage().configuration;
  const isSupported =
    window.isSecureContext &&
    'Notification' in window &&
    'PushManager' in window &&
    'serviceWorker' in navigator &&
    'locks' in navigator;
  return Boolean(firebase && vapidKey) && isSupported && Notification.permission === 'granted';
}

function startChannel(email: string, { onMessage, onGap, onStatus }: DeliveryEvents): Delivery {
  const stop = startRealtime(email, {
    onMessage,
    onStatus(status) {
      onStatus(status);
      if (status === 'live') onGap();
    },
  });
  // The connection verifies itself after each wake-up.
  return { verify() {}, stop };
}

/**
 * Browser push by Firebase Cloud Messaging; its code is loaded when it is first needed.
 * @param onUnsupported called if this browser turns out not to support it
 */
function startPush(email: string, events: DeliveryEvents, onUnsupported: () => void): Delivery {
  let delivery: Delivery | undefined;
  let isOpening = false;
  let isOver = false;
  const open = async () => {
    isOpening = true;
    try {
      const { openPush } = await import(/* webpackChunkName: "push" */ '../push/open-push');
      if (!isOver) delivery = await openPush(email, events, onUnsupported);
      if (isOver) delivery?.stop();
    } catch (error) {
      if (isOver) return;
      reportFailure('Erro ao iniciar Firebase', error);
      events.onStatus('off');
    } finally {
      isOpening = false;
    }
  };
  void open();
  return {
    verify() {
      if (delivery) delivery.verify();
      else if (!isOpening) void open();
    },
    stop() {
      isOver = true;
      delivery?.stop();
    },
  };
}

/** Ends push in a browser where the permission or the configuration is gone. */
async function unbindFormerPush(): Promise<void> {
  if (!('caches' in window) || !(await caches.has(pushStoreName))) return;
  const { unbindPush } = await import(/* webpackChunkName: "push" */ '../push/unbind-push');
  await unbindPush();
}
