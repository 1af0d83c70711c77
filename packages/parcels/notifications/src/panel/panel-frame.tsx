import { useTranslation } from '@portico/shared';
import { type ReactNode, useEffect, useRef } from 'react';

/** The frame of the panel, under the bell. It takes the focus, so that Tab continues inside it. */
export function PanelFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  return (
    <div
      className="portico-notifications-panel"
      ref={frame}
      role="dialog"
      aria-label={t('notifications')}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

/** Shows that something is loading. */
export function Spinner() {
  const { t } = useTranslation();
  return <span className="portico-notifications-spinner" role="status" aria-label={t('loading')} />;
}
