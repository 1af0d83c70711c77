import {
  askPermission,
  liveWindow,
  readPermission,
  type TextKey,
  useNotificationSupport,
  useTranslation,
} from '@portico/shared';
import { Button } from '@portico/ui';
import { useRef } from 'react';

const texts: Record<BrowserPermissionState, TextKey> = {
  granted: 'profile.permission_granted',
  default: 'profile.permission_default',
  denied: 'profile.permission_denied',
  unsupported: 'profile.permission_unsupported',
  uninstalled: 'profile.permission_uninstalled',
};

/** Whether this browser may show notifications, with a button to ask for the permission. */
export function BrowserPermission() {
  const { t } = useTranslation();
  const state = useNotificationSupport(readState);
  const heading = useRef<HTMLHeadingElement>(null);

  const ask = async () => {
    await askPermission();
    // The answer removes the button, which has the focus.
    heading.current?.focus();
  };

  return (
    <div className="portico-profile-block portico-profile-stack">
      <div>
        <h3 className="portico-ui-heading portico-profile-subheading" ref={heading} tabIndex={-1}>
          {t('profile.this_browser')}
        </h3>
        <p className="portico-profile-lead" role="status">
          {t(texts[state])}
        </p>
      </div>
      {state === 'default' && (
        <Button variant="quiet" onClick={ask}>
          {t('profile.permission_ask')}
        </Button>
      )}
    </div>
  );
}

/** `uninstalled`: on Apple's mobile devices, only a portal on the home screen may show notifications. */
type BrowserPermissionState = NotificationPermission | 'unsupported' | 'uninstalled';

function readState(): BrowserPermissionState {
  const permission = readPermission();
  if (permission && permission !== 'default') return permission;
  // Narrow windows get no live notifications, so do not ask.
  if (!matchMedia(liveWindow).matches) return 'unsupported';
  // Only Apple's browsers have `standalone`: whether the page was opened from the home screen.
  return permission ?? (Reflect.get(navigator, 'standalone') === false ? 'uninstalled' : 'unsupported');
}
