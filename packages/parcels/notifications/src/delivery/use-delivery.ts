import { liveWindow, onWake, type RealtimeMessage } from '@portico/shared';
import { useEffect, useState } from 'react';
import type { Delivery, DeliveryStatus } from '../delivery-events';
import { reloadNotifications } from '../lists/notification-lists';
import { showMessage } from '../message/show-message';
import { joinTabs } from '../tabs/tabs';
import { startLiveDelivery } from './live-delivery';

/** How long the lists wait for a delivery, in milliseconds. */
const startTimeout = 3_000;

/**
 * Delivers the notifications of a user while the component is mounted: live in a wide window. After each gap and
 * wake-up the lists are fetched.
 * @returns the status, and whether to fetch the lists already: fetched before the delivery starts, they would have to
 *   be fetched again then, for the messages in between
 */
export function useDelivery(email: string) {
  const [status, setStatus] = useState<DeliveryStatus>('reconnecting');
  const [hasStarted, setStarted] = useState(false);
  useEffect(() => {
    const start = () => setStarted(true);
    const timer = setTimeout(start, startTimeout);
    const tabs = joinTabs();
    const events = {
      onMessage(message: RealtimeMessage) {
        void reloadNotifications();
        if (!message.silent) tabs.runInOneTab(String(message.id), () => showMessage(message));
      },
      onGap: () => void reloadNotifications(),
      onStatus(present: DeliveryStatus) {
        if (present !== 'reconnecting') start();
        setStatus(present);
      },
    };
    const width = matchMedia(liveWindow);
    let live: Delivery | undefined;
    const followWidth = () => {
      live?.stop();
      events.onStatus(width.matches ? 'reconnecting' : 'periodic');
      live = width.matches ? startLiveDelivery(email, events) : undefined;
    };
    const endWaking = onWake(() => {
      live?.verify();
      events.onGap();
    });
    width.addEventListener('change', followWidth);
    followWidth();
    return () => {
      clearTimeout(timer);
      width.removeEventListener('change', followWidth);
      endWaking();
      live?.stop();
      tabs.leave();
    };
  }, [email]);
  return { status, hasStarted };
}
