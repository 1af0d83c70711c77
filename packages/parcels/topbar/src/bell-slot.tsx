import { failedRegionsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { IconButton } from '@portico/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MenuPlace } from './menu-place';

/** The place of the bell, whose region the root config owns: after the bar is unmounted it returns to the page. */
export function BellSlot() {
  const { t } = useTranslation();
  const { bell: retryBell } = useAtomValue(failedRegionsAtom);
  const slot = useRef<HTMLDivElement>(null);
  const [isRetrying, setRetrying] = useState(false);
  // The first failure is not announced: the user has asked for nothing.
  const [isRetried, setRetried] = useState(false);

  useLayoutEffect(() => {
    const bell = document.getElementById('portico-bell');
    if (!bell) return;
    slot.current?.append(bell);
    return () => document.body.append(bell);
  }, []);

  const hasFailed = retryBell !== undefined || isRetrying;
  useEffect(() => {
    // The bell has replaced the button that had the focus.
    if (!hasFailed && isRetried && document.activeElement === document.body)
      slot.current?.querySelector('button')?.focus();
  }, [hasFailed, isRetried]);

  const retry = async () => {
    if (isRetrying) return;
    setRetried(true);
    setRetrying(true);
    await retryBell?.();
    setRetrying(false);
  };
  return (
    <MenuPlace
      data-portico-slot="notifications"
      failure={isRetried && hasFailed && !isRetrying && t('topbar.notifications_failed')}
      onClose={() => isRetrying || setRetried(false)}
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
    </MenuPlace>
  );
}
