import { useTranslation } from '@portico/shared';
import { Button, FailurePanel } from '@portico/ui';
import type { FailureViewProps } from './failure-view';

/** The panel in the place of a part of the shell that did not load, which is the connection's fault, as a rule. */
export function ShellFailureView({ name, isWholeContent, arrival, onRetry }: FailureViewProps) {
  const { t } = useTranslation();
  return (
    <FailurePanel
      level={isWholeContent ? 1 : 2}
      arrival={arrival}
      title={t('failure.not_loaded', { name })}
      text={t('failure.check_connection')}
      actions={<Button onClick={onRetry}>{t('try_again')}</Button>}
    />
  );
}
