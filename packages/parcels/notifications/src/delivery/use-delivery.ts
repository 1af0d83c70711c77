import { appsQuery, queryClient } from '@portico/query';
import { onWake, useNotificationSupport } from '@portico/shared';
import { useEffect, useState } from 'react';
import type { DeliveryEvents, DeliveryStatus } from '../delivery-events';
import { isRead, reloadNotifications } from '../lists/notification-lists';
import { closeMessages } from '../lists/shown-messages';
import { showMessage } from '../message/show-message';
import { joinTabs } from '../tabs/tabs';
import { chooseDelivery, startChannel, startPush } from './live-delivery';

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
  const [isPushUnsupported, setPushUnsupported] = useState(false);
  const possible = useNotificationSupport(chooseDelivery);
  const chosen = possible === 'push' && isPushUnsupported ? 'realtime' : possible;

  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), startTimeout);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    const tabs = joinTabs();
    const events: DeliveryEvents = {
      onMessage(message) {
        const { read_ids } = message;
        if (read_ids?.every(isRead)) return;
        closeMessages(read_ids ?? []);
        void reloadNotifications();
        // The portal's own say that the user may use other applications.
        if (!read_ids && message.module === '') void queryClient.invalidateQueries(appsQuery);
        if (!message.silent) tabs.runInOneTab(String(message.id), () => showMessage(message));
      },
      onGap: () => void reloadNotifications(),
      onStatus(present) {
        if (present !== 'reconnecting') setStarted(true);
        setStatus(present);
      },
      onUnsupported: () => setPushUnsupported(true),
    };
    events.onStatus(chosen === 'polling' ? 'periodic' : 'reconnecting');
    const start = { push: startPush, realtime: startChannel, polling: undefined }[chosen];
    const live = start?.(email, events);
    const endWaking = onWake(() => {
      live?.verify();
      events.onGap();
    });
    return () => {
      endWaking();
      live?.stop();
      tabs.leave();
    };
  }, [email, chosen]);
  return { status, hasStarted };
}
