import { accountPart, type RealtimeMessage } from '@portico/shared';
import { useEffect, useState } from 'react';
import { showMessage } from '../message/show-message';
import { joinTabs } from '../tabs/tabs';
import type { DeliveryStatus } from './delivery';
import { keepDelivered } from './keep-delivered';
import { startLiveFor } from './start-live';

/** Lets the notifications of a user arrive while this is on screen, and tells how live they are. */
export function useDelivery(email: string): DeliveryStatus {
  const [status, setStatus] = useState<DeliveryStatus>('reconnecting');
  useEffect(() => {
    const { reloadNotifications } = accountPart.get();
    const tabs = joinTabs();
    const onMessage = (message: RealtimeMessage) => {
      void reloadNotifications();
      if (!message.silent) tabs.inOne(String(message.id), () => showMessage(message));
    };
    const onGap = () => void reloadNotifications();
    const stop = keepDelivered(startLiveFor(email), { onMessage, onGap, onStatus: setStatus });
    return () => {
      stop();
      tabs.leave();
    };
  }, [email]);
  return status;
}
