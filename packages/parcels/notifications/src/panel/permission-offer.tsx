import { onPermissionChange, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { type MouseEvent, useEffect, useState } from 'react';

const declinedKey = 'portico:notifications:offer';

/** Offers notifications of the system until the user accepts or declines. Browsers ask only after a click. */
export function PermissionOffer() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(isOfferOpen);
  useEffect(() => onPermissionChange(() => setOpen(isOfferOpen())), []);
  if (!isOpen) return null;

  const allow = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    await Notification.requestPermission();
    focusPanel(currentTarget);
    setOpen(isOfferOpen());
  };
  const decline = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    declineOffer();
    focusPanel(currentTarget);
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

/** Keeps the focus in the panel when the button is removed. */
function focusPanel(button: HTMLElement): void {
  button.closest<HTMLElement>('[role="dialog"]')?.focus();
}

/** Whether the browser can still ask for the permission, and the user has not declined the offer. */
function isOfferOpen(): boolean {
  if (!window.isSecureContext || !('Notification' in window) || Notification.permission !== 'default') return false;
  try {
    return localStorage.getItem(declinedKey) === null;
  } catch {
    // Without storage a decline could not be kept: the offer would come back forever.
    return false;
  }
}

/** Declines the offer for this browser, permanently. The profile still has the button. */
function declineOffer(): void {
  try {
    localStorage.setItem(declinedKey, 'declined');
  } catch {
    // Without storage it is declined until the panel is opened again.
  }
}
