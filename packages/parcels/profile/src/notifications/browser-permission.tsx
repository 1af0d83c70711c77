import { liveWindow, onPermissionChange, type TextKey, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useEffect, useRef, useState } from 'react';

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
  const { state, ask } = useBrowserPermission();
  const heading = useRef<HTMLHeadingElement>(null);

  const askAndMoveFocus = async () => {
    await ask();
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
        <Button variant="quiet" onClick={askAndMoveFocus}>
          {t('profile.permission_ask')}
        </Button>
      )}
    </div>
  );
}

/** `uninstalled`: on Apple's mobile devices, only a portal on the home screen may show notifications. */
type BrowserPermissionState = NotificationPermission | 'unsupported' | 'uninstalled';

/** Whether this browser may show notifications, kept in step with its settings, and `ask` to ask the user. */
function useBrowserPermission() {
  const [state, setState] = useState(readPermission);

  useEffect(() => {
    const update = () => setState(readPermission());
    const width = matchMedia(liveWindow);
    width.addEventListener('change', update);
    const stop = onPermissionChange(update);
    return () => {
      width.removeEventListener('change', update);
      stop();
    };
  }, []);

  /** Shows the browser's question. Call it from a click, or browsers refuse. */
  const ask = async () => {
    await Notification.requestPermission();
    setState(readPermission());
  };
  return { state, ask };
}

// Without https some browsers report "denied", which the user cannot change in the settings.
function readPermission(): BrowserPermissionState {
  const isKnown = window.isSecureContext && 'Notification' in window;
  if (isKnown && Notification.permission !== 'default') return Notification.permission;
  // Narrow windows get no live notifications, so do not ask.
  if (!matchMedia(liveWindow).matches) return 'unsupported';
  if (isKnown) return Notification.permission;
  // Only Apple's browsers have `standalone`: whether the page was opened from the home screen.
  return Reflect.get(navigator, 'standalone') === false ? 'uninstalled' : 'unsupported';
}
