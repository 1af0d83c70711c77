import { accountPart, type NotificationFilter, useTranslation } from '@portico/shared';
import { useEffect, useId, useState } from 'react';
import type { DeliveryStatus } from '../delivery/delivery';
import { PermissionOffer } from '../offer/permission-offer';
import { ClearButton } from './clear-button';
import { LiveStatus } from './live-status';
import { NotificationTab } from './notification-tab';
import { PanelFrame } from './panel-frame';
import { PanelTabs } from './panel-tabs';

export interface PanelProps {
  readonly status: DeliveryStatus;
}

/** The user's notifications: what is new, and everything. Fetched anew when it is opened. */
export function Panel({ status }: PanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const [filter, setFilter] = useState<NotificationFilter>('new');
  const unread = accountPart.get().useUnreadCount() ?? 0;
  useEffect(() => void accountPart.get().restartNotifications(), []);
  return (
    <PanelFrame>
      <div className="portico-notifications-header">
        <h2 className="portico-ui-heading portico-ui-heading-3">{t('notifications')}</h2>
        <LiveStatus status={status} />
        <ClearButton unread={unread} />
      </div>
      <PermissionOffer />
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
