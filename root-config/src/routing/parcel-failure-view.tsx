import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import type { FailureViewProps } from '../module-host/failure-view';

/** The quiet line in the place of a module's parcel that is not there. */
export function ParcelFailureView({ name, failure, title, arrival, override, onRetry }: FailureViewProps) {
  const { t } = useTranslation();
  return (
    <div className="portico-ui-failure-line">
      <span role={arrival === 'announced' ? 'status' : undefined}>{t(title, { name })}</span>
      {!refusals.has(failure.kind) && (
        <Button variant="plain" autoFocus={arrival === 'focused'} onClick={onRetry}>
          {t('try_again')}
        </Button>
      )}
      {override?.action}
    </div>
  );
}

const refusals: ReadonlySet<string> = new Set(['not-granted', 'no-parcel', 'cycle']);
