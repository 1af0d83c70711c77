import { queryClient, useMutation } from '@portico/query';
import { adoptStyles, type TextKey, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useEffect, useId, useState } from 'react';
import type { DeliveryStatus } from '../delivery-events';
import { showFailureToast } from '../failure/failures';
import { markAllNotificationsRead, type NotificationFilter, restartNotifications } from '../lists/notification-lists';
import liveStatusSheet from './live-status.css';
import rowSheet from './notification-row.css';
import { NotificationTab } from './notification-tab';
import { PanelFrame } from './panel-frame';
import { PanelTabs } from './panel-tabs';
import tabsSheet from './panel-tabs.css';
import { PermissionOffer } from './permission-offer';
import offerSheet from './permission-offer.css';

// The bell adopts the other sheets, for the frame while this loads.
adoptStyles(liveStatusSheet, offerSheet, tabsSheet, rowSheet);

export interface PanelProps {
  readonly status: DeliveryStatus;
  readonly unread: number;
}

/** The user's notifications: the unread ones, and all. Fetched again when the panel opens. */
export function Panel({ status, unread }: PanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const [filter, setFilter] = useState<NotificationFilter>('new');
  useEffect(() => void restartNotifications(), []);
  return (
    <PanelFrame>
      <div className="portico-notifications-header">
        <h2 className="portico-ui-heading portico-ui-heading-3">{t('notifications')}</h2>
        <LiveStatus status={status} />
        <ClearButton unread={unread} />
      </div>
      {status !== 'periodic' && <PermissionOffer />}
      <PanelTabs id={id} selected={filter} unread={unread} onSelect={setFilter} />
      <div
        className="portico-notifications-tab-panel"
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${filter}`}
      >
        <NotificationTab key={filter} filter={filter} />
      </div>
    </PanelFrame>
  );
}

const explanations: Record<DeliveryStatus, TextKey> = {
  live: 'notifications.live_text',
  periodic: 'notifications.periodic_text',
  reconnecting: 'notifications.reconnecting_text',
  off: 'notifications.off_text',
};

/** How notifications arrive at the moment: a dot and a word, with an explanation as a tooltip. */
function LiveStatus({ status }: { readonly status: DeliveryStatus }) {
  const { t } = useTranslation();
  return (
    <span className={`portico-notifications-live portico-notifications-live-${status}`} title={t(explanations[status])}>
      <span aria-hidden>{t(`notifications.${status}`)}</span>
      <span className="portico-ui-hidden">{t(explanations[status])}</span>
    </span>
  );
}

/** Marks all notifications read. On hold while none is unread. */
function ClearButton({ unread }: { readonly unread: number }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation(
    { mutationFn: markAllNotificationsRead, onError: (error) => showFailureToast(error, 'notifications.clear_failed') },
    queryClient,
  );
  return (
    <Button variant="plain" isBusy={isPending} isOnHold={unread === 0} onClick={() => mutate()}>
      {t('notifications.clear')}
    </Button>
  );
}
