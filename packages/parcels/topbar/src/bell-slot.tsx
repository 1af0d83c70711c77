import { failedRegionsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { IconButton } from '@portico/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MenuFailure } from './menu-failure';

/**
 * The place of the bell. The region of the bell is the root config's: the bar takes it in while it is mounted and gives
 * it back to the page afterwards, so that the bell outlives the bar. A bell that failed gives way to a button that says
 * so and tries again.
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
    // The button that had the focus is gone, and the bell took its place.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what its button and its notice let through.
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
