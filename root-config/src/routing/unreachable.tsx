import { isOfflineAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Button, FailurePanel, type FailurePanelProps } from '@portico/ui';

interface UnreachableProps extends Pick<FailurePanelProps, 'arrival'> {
  readonly onRetry: () => void;
}

/** Says that the server did not answer at start. */
export function Unreachable({ arrival, onRetry }: UnreachableProps) {
  const { t } = useTranslation();
  const isOffline = useAtomValue(isOfflineAtom);
  return (
    <FailurePanel
      level={1}
      arrival={arrival}
      title={t('failure.cannot_reach_title')}
      text={t(isOffline ? 'offline' : 'failure.cannot_reach_text')}
      actions={<Button onClick={onRetry}>{t('try_again')}</Button>}
    />
  );
}
