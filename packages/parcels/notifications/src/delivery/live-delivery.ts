import { pushStoreName } from '@portico/contract';
import { liveWindow, readPage, readPermission, startRealtime, store, waitingToastsAtom } from '@portico/shared';
import type { Delivery, DeliveryEvents } from '../delivery-events';
import { reportFailure } from '../failure/failures';

/**
 * Chooses browser push where it is configured, supported and allowed by the user, else the realtime channel. A failing
 * push does not fall back to the channel. Narrow windows have neither.
 */
export function chooseDelivery(): 'push' | 'realtime' | 'polling' {
  if (!matchMedia(liveWindow).matches) return 'polling';
  return canPush() ? 'push' : 'realtime';
}

/** Whether push is configured, allowed by the user, and supported. Does not ask the user; only a click may. */
export function canPush(): boolean {
  const { firebase, vapidKey } = readPage().configuration;
  const isSupported = 'PushManager' in window && 'serviceWorker' in navigator && 'locks' in navigator;
  return Boolean(firebase && vapidKey) && isSupported && readPermission() === 'granted';
}

/** Delivers by the realtime channel, and ends push in a browser where the permission or the configuration is gone. */
export function startChannel(email: string, { onMessage, onGap, onStatus }: DeliveryEvents): Delivery {
  void unbindFormerPush().catch(() => undefined);
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

async function unbindFormerPush(): Promise<void> {
  if (!('caches' in window) || !(await caches.has(pushStoreName))) return;
  const { unbindPush } = await import(/* webpackChunkName: "push" */ '../push/unbind-push');
  await unbindPush();
}

/** Delivers by Firebase Cloud Messaging, whose code is loaded when it is first needed. */
export function startPush(email: string, events: DeliveryEvents): Delivery {
  let delivery: Delivery | undefined;
  let isOver = false;
  const open = async () => {
    try {
      const { openPush } = await import(/* webpackChunkName: "push" */ '../push/open-push');
      if (!isOver) delivery ??= openPush(email, events);
    } catch (error) {
      if (isOver) return;
      reportFailure('Erro ao iniciar Firebase', error);
      events.onStatus('off');
    }
  };
  void open();
  // Push does not tell what was read on other devices.
  const endWaiting = store.sub(waitingToastsAtom, () => {
    if (store.get(waitingToastsAtom).some(({ id }) => id.startsWith('notification:'))) events.onGap();
  });
  return {
    verify: () => (delivery ? delivery.verify() : void open()),
    stop() {
      isOver = true;
      endWaiting();
      delivery?.stop();
    },
  };
}
