import { createLazy, useLazy, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Intro } from '@portico/ui';
import { useEffect, useState } from 'react';

// Most users need the sign-in form alone.
const recovery = createLazy(() => import(/* webpackChunkName: "recovery" */ './recovery'));

/** Loads the recovery forms before they are needed. `LazyRecovery` shows a failure. */
export async function prefetchRecovery(): Promise<void> {
  await recovery.load().catch(() => undefined);
}

/** The recovery forms; until they have loaded, a loader, or the failure and a button to try again. */
export function LazyRecovery() {
  const { t } = useTranslation();
  const { value, hasFailed, load } = useLazy(recovery);
  const [isRetried, setRetried] = useState(false);
  useEffect(() => void load(), [load]);

  const retry = () => {
    setRetried(true);
    void load();
  };

  if (value) return <value.Recovery />;
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t('recover.title')} />
      {hasFailed && <FailureNotice text={t('recover.form_failed')} />}
      {hasFailed || isRetried ? (
        <Button size="large" isBusy={!hasFailed} onClick={retry}>
          {t('try_again')}
        </Button>
      ) : (
        <div className="portico-loader" role="status" aria-label={t('loading')} />
      )}
    </div>
  );
}
