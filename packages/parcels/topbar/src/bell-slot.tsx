import { failedRegionsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { IconButton } from '@portico/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MenuFailure } from './menu-failure';

/**
 * The place of the bell. The root config owns the region of the bell: the bar moves it here while it is mounted and back
 * to the page afterwards, so that the bell outlives the bar. If the bell fails, a button says so and tries again.
 */
export function BellSlot() {
  const { t } = useTranslation();
  const { bell: retryBell } = useAtomValue(failedRegionsAtom);
  const slot = useRef<HTMLDivElement>(null);
  const [isRetrying, setRetrying] = useState(false);
  const [isRetried, setRetried] = useState(false);
  // The first failure is not announced: the user has asked for nothing.
  const [isTold, setTold] = useState(false);

  useLayoutEffect(() => {
    const bell = document.getElementById('portico-bell');
    if (!bell) return;
    slot.current?.append(bell);
    return () => document.body.append(bell);
  }, []);

  useEffect(() => {
    if (!isRetried || isRetrying) return;
    if (retryBell) setTold(true);
    // The bell has replaced the button that had the focus.
    else if (document.activeElement === document.body) slot.current?.querySelector('button')?.focus();
  }, [isRetried, isRetrying, retryBell]);

  const retry = async () => {
    if (isRetrying) return;
    setTold(false);
    setRetried(true);
    setRetrying(true);
    await retryBell?.();
    setRetrying(false);
  };
  const hasFailed = retryBell !== undefined || isRetrying;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events that bubble from its button and its notice.
    <div
      className="portico-topbar-menu"
      data-portico-slot="notifications"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setTold(false)}
      onKeyDown={({ key }) => key === 'Escape' && setTold(false)}
    >
      <div className="portico-topbar-slot" ref={slot} hidden={hasFailed} />
      {hasFailed && (
        <IconButton
          icon="bell"
          label={t('notifications')}
          title={t('topbar.notifications_failed')}
          aria-busy={isRetrying || undefined}
          onClick={retry}
        />
      )}
      {isTold && <MenuFailure text={t('topbar.notifications_failed')} />}
    </div>
  );
}
