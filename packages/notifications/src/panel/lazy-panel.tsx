import { useTranslation } from '@portico/shared';
import { Button, Notice } from '@portico/ui';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { PanelProps } from './panel';
import { PanelFrame } from './panel-frame';
import { Spinner } from './spinner';

let loaded: ComponentType<PanelProps> | undefined;

/** Fetches the panel, once; a failure is not kept. */
export async function loadPanel(): Promise<ComponentType<PanelProps>> {
  const { Panel } = await import(/* webpackChunkName: "notification-panel" */ './panel');
  loaded = Panel;
  return Panel;
}

/** The panel; before it has arrived, that it is on its way, or another try. */
export function LazyPanel(props: PanelProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'there' | 'loading' | 'failed'>(loaded ? 'there' : 'loading');

  const load = useCallback(async () => {
    setState('loading');
    await loadPanel().then(
      () => setState('there'),
      () => setState('failed'),
    );
  }, []);
  useEffect(() => {
    if (!loaded) void load();
  }, [load]);

  if (loaded && state === 'there') {
    const Panel = loaded;
    return <Panel {...props} />;
  }
  return (
    <PanelFrame>
      <div className="portico-notifications-state">
        {state === 'failed' ? (
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
