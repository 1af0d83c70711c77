import { accountPart, showToast, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useState } from 'react';
import { ConfirmDialog } from '../form/confirm-dialog';

/** Signs out everywhere but here, after one question. */
export function EndOtherSessions() {
  const { t } = useTranslation();
  const { endOtherSessions } = accountPart.get();
  const [isAsking, setAsking] = useState(false);

  const end = async () => {
    await endOtherSessions();
    showToast({ type: 'success', text: t('profile.others_ended') });
  };

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('profile.end_others')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('profile.end_others')}
          text={t('profile.end_others_text')}
          action={end}
          fallback="profile.end_others_failed"
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
