import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { type MouseEvent, useEffect, useState } from 'react';
import { onPermissionChange } from '../push/on-permission-change';
import { declineOffer, isOfferOpen } from './offer';

/** Offers notifications of the system, until the user takes or declines it; the browser asks after a click alone. */
export function PermissionOffer() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(isOfferOpen);
  useEffect(() => onPermissionChange(() => setOpen(isOfferOpen())), []);
  if (!isOpen) return null;

  const allow = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    await Notification.requestPermission();
    leave(currentTarget);
    setOpen(isOfferOpen());
  };
  const decline = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    declineOffer();
    leave(currentTarget);
    setOpen(false);
  };
  return (
    <div className="portico-notifications-offer">
      <p>{t('notifications.offer')}</p>
      <Button variant="plain" onClick={decline}>
        {t('notifications.offer_decline')}
      </Button>
      <Button variant="quiet" onClick={allow}>
        {t('notifications.offer_accept')}
      </Button>
    </div>
  );
}

/** The focus stays in the panel when the button goes. */
function leave(button: HTMLElement): void {
  button.closest<HTMLElement>('[role="dialog"]')?.focus();
}
