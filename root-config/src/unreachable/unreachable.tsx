import { restoreSession, useTranslation } from '@portico/shared';
import { Button, FailurePanel } from '@portico/ui';

/** The server did not answer at start, so nobody knows whether somebody is signed in. */
export function Unreachable() {
  const { t } = useTranslation();
  return (
    <FailurePanel
      title={t('failure.cannot_reach_title')}
      text={t('failure.cannot_reach_text')}
      actions={<Button onClick={() => void restoreSession()}>{t('try_again')}</Button>}
    />
  );
}
