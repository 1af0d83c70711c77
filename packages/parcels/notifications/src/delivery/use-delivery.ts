import { liveWindow, onWake, type RealtimeMessage } from '@portico/shared';
import { useEffect, useState } from 'react';
import type { Delivery, DeliveryEvents, DeliveryStatus } from '../delivery';
import { holdFirstFetch, startFetching } from '../lists/first-fetch';
import { reloadNotifications } from '../lists/notification-queries';
import { showMessage } from '../message/show-message';
import { joinTabs } from '../tabs/tabs';
import { startLiveDelivery } from './live-delivery';

/** In milliseconds. */
const pollingPeriod = 60_000;

/** Delivers the notifications of a user while the component is mounted. */
export function useDelivery(email: string): DeliveryStatus {
  const [status, setStatus] = useState<DeliveryStatus>('reconnecting');
  useEffect(() => {
    const tabs = joinTabs();
    const onMessage = (message: RealtimeMessage) => {
      void reloadNotifications();
      if (!message.silent) tabs.runInOneTab(String(message.id), () => showMessage(message));
    };
    const onGap = () => void reloadNotifications();
    const onStatus = (present: DeliveryStatus) => {
      if (present !== 'reconnecting') startFetching();
      setStatus(present);
    };
    holdFirstFetch();
    const stop = runDelivery(email, { onMessage, onGap, onStatus });
    return () => {
      stop();
      tabs.leave();
      startFetching();
    };
  }, [email]);
  return status;
}

/**
 * Delivers notifications until it is stopped: live in a wide window; in a narrow one, and while the live delivery does
 * not work, the lists are fetched every minute while the page is visible. After each wake-up the delivery is verified
 * and the lists are fetched.
 * @returns stops it
 */
function runDelivery(email: string, events: DeliveryEvents): () => void {
  const query = window.matchMedia(liveWindow);
  let live: Delivery | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  const onStatus = (status: DeliveryStatus) => {
    if (status === 'live') {
      clearInterval(polling);
      polling = undefined;
    } else {
      polling ??= setInterval(() => document.visibilityState === 'visible' && events.onGap(), pollingPeriod);
    }
    events.onStatus(status);
  };
  const followWidth = () => {
    live?.stop();
    live = undefined;
    if (query.matches) {
      onStatus('reconnecting');
      live = startLiveDelivery(email, { ...events, onStatus });
    } else {
      onStatus('periodic');
    }
  };

  const endWaking = onWake(() => {
    live?.verify();
    events.onGap();
  });
  query.addEventListener('change', followWidth);
  followWidth();
  return () => {
    query.removeEventListener('change', followWidth);
    endWaking();
    live?.stop();
    clearInterval(polling);
  };
}
