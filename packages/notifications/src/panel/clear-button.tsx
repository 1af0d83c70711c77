import { accountPart, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useState } from 'react';
import { showFailureToast } from '../failure/show-failure-toast';

/** Marks all notifications read; there is nothing to do while none is unread. */
export function ClearButton({ unread }: { readonly unread: number }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const clear = async () => {
    setBusy(true);
    try {
      await accountPart.get().markAllNotificationsRead();
    } catch (error) {
      showFailureToast(error, 'notifications.clear_failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="plain" isBusy={isBusy} isOnHold={unread === 0} onClick={clear}>
      {t('notifications.clear')}
    </Button>
  );
}
