import { createLazy, useLazy, useTranslation } from '@portico/shared';
import { Button, Notice } from '@portico/ui';
import { useEffect } from 'react';
import type { PanelProps } from './panel';
import { PanelFrame } from './panel-frame';
import { Spinner } from './spinner';

export const panel = createLazy(() => import(/* webpackChunkName: "notification-panel" */ './panel'));

/** The panel, or that it loads, or that it did not and a button to try again. */
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
