import { allTexts, newPasswordPart, useTranslation } from '@portico/shared';
import { Button, FailureNotice } from '@portico/ui';
import { type ComponentType, useEffect, useState } from 'react';
import type { RecoveryProps } from './recovery';

async function loadRecovery() {
  const [recovery] = await Promise.all([
    import(/* webpackChunkName: "recovery" */ './recovery'),
    newPasswordPart.load(),
    allTexts.load(),
  ]);
  return recovery;
}

/** Fetches the forms of the recovery before they are needed; that it fails shows when they are. */
export function prefetchRecovery(): void {
  loadRecovery().catch(() => undefined);
}

/** The recovery in a file of its own, because the sign-in form is what nearly everybody comes for. */
export function LazyRecovery() {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<{ readonly Recovery: ComponentType<RecoveryProps> }>();
  const [tries, setTries] = useState(1);
  const [failedTry, setFailedTry] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    loadRecovery().then(
      (recovery) => isCurrent && setLoaded(recovery),
      () => isCurrent && setFailedTry(tries),
    );
    return () => {
      isCurrent = false;
    };
  }, [tries]);

  const isRetried = tries > 1;
  const hasFailed = failedTry === tries;
  if (loaded) return <loaded.Recovery takesFocus={isRetried} />;
  return (
    <div className="portico-auth-form">
      <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
        {t('recover.title')}
      </h1>
      {hasFailed && <FailureNotice text={t('recover.form_failed')} />}
      {hasFailed || isRetried ? (
        <Button size="large" isBusy={!hasFailed} onClick={() => setTries(tries + 1)}>
          {t('try_again')}
        </Button>
      ) : (
        <div className="portico-loader" role="status" aria-label={t('loading')} />
      )}
    </div>
  );
}
