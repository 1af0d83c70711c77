import { useTranslation } from '@portico/shared';
import { Button, FailurePanel } from '@portico/ui';

/** The server did not answer at start, so nobody knows whether somebody is signed in. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <FailurePanel
      level={1}
      arrival="focused"
      title={t('failure.cannot_reach_title')}
      text={t('failure.cannot_reach_text')}
      actions={<Button onClick={onRetry}>{t('try_again')}</Button>}
    />
  );
}
