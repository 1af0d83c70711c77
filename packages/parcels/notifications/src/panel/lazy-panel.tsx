import { createLazy, useLazy, useTranslation } from '@portico/shared';
import { Button, Notice } from '@portico/ui';
import { useEffect } from 'react';
import type { PanelProps } from './panel';
import { PanelFrame, Spinner } from './panel-frame';

export const panel = createLazy(() => import(/* webpackChunkName: "notification-panel" */ './panel'));

/** The panel; a spinner while it loads; after a failure, a button to try again. */
export function LazyPanel(props: PanelProps) {
  const { t } = useTranslation();
  const { value, hasFailed, load } = useLazy(panel);
  useEffect(() => void load(), [load]);

  if (value) return <value.Panel {...props} />;
  return (
    <PanelFrame>
      <div className="portico-notifications-state">
        {hasFailed ? (
          <>
            <Notice kind="error">{t('notifications.panel_failed')}</Notice>
            <Button variant="quiet" onClick={load}>
              {t('try_again')}
            </Button>
          </>
        ) : (
          <Spinner />
        )}
      </div>
    </PanelFrame>
  );
}
