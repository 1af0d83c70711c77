import { askPermission, readPermission, useNotificationSupport, useTranslation, writeStorage } from '@portico/shared';
import { Button } from '@portico/ui';
import { type MouseEvent, useState } from 'react';

const declinedKey = 'portico:notifications:offer';

/** Offers notifications of the system until the user accepts or declines. Browsers ask only after a click. */
export function PermissionOffer() {
  const { t } = useTranslation();
  const permission = useNotificationSupport(readPermission);
  const [isDeclined, setDeclined] = useState(wasDeclined);
  if (permission !== 'default' || isDeclined) return null;

  const allow = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = findPanel(currentTarget);
    await askPermission();
    panel?.focus();
  };
  const decline = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // Permanently, for this browser. The profile still has the button.
    writeStorage('localStorage', declinedKey, 'declined');
    findPanel(currentTarget)?.focus();
    setDeclined(true);
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

/** The panel keeps the focus when the button is removed. */
function findPanel(button: HTMLElement): HTMLElement | null {
  return button.closest<HTMLElement>('[role="dialog"]');
}

/** Whether the user has declined the offer. Without storage a decline could not be kept: the offer would come back. */
function wasDeclined(): boolean {
  try {
    return localStorage.getItem(declinedKey) !== null;
  } catch {
    return true;
  }
}
