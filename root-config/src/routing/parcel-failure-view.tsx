import { useTranslation } from '@portico/shared';
import { useEffect, useRef } from 'react';
import type { FailureViewProps } from '../module-host/failure-view';

/** The quiet line in the place of a module's parcel that is not there. */
export function ParcelFailureView({ name, failure, title, arrival, override, onRetry }: FailureViewProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (arrival === 'focused') button.current?.focus();
  }, [arrival]);
  return (
    <div className="portico-ui-failure-line">
      <span role={arrival === 'announced' ? 'status' : undefined}>{t(title, { name })}</span>
      {!refusals.has(failure.kind) && (
        <button ref={button} className="portico-ui-link" type="button" onClick={onRetry}>
          {t('try_again')}
        </button>
      )}
      {override?.action}
    </div>
  );
}

const refusals: ReadonlySet<string> = new Set(['not-granted', 'no-parcel', 'cycle']);
