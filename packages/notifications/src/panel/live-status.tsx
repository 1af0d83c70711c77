import { type TextKey, useTranslation } from '@portico/shared';
import type { DeliveryStatus } from '../delivery/delivery';

const explanations: Record<DeliveryStatus, TextKey> = {
  live: 'notifications.live_text',
  periodic: 'notifications.periodic_text',
  reconnecting: 'notifications.reconnecting_text',
  off: 'notifications.off_text',
};

/** How notifications arrive at the moment: a dot and a word, and the rest of it for whoever wants to know. */
export function LiveStatus({ status }: { readonly status: DeliveryStatus }) {
  const { t } = useTranslation();
  return (
    <span className={`portico-notifications-live portico-notifications-live-${status}`} title={t(explanations[status])}>
      <span aria-hidden>{t(`notifications.${status}`)}</span>
      <span className="portico-ui-hidden">{t(explanations[status])}</span>
    </span>
  );
}
