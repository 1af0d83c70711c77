import { useEffect, useState } from 'react';

/** `uninstalled`: Apple's mobile browsers can once the portal is on the home screen. */
export type BrowserPermissionState = NotificationPermission | 'unsupported' | 'uninstalled';

/** Whether this browser may show notifications, also when that changes in its settings; and the way to ask for it. */
export function useBrowserPermission() {
  const [state, setState] = useState(readPermission);

  useEffect(() => {
    const update = () => setState(readPermission());
    let status: PermissionStatus | undefined;
    let isOver = false;
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (isOver) return;
        status = found;
        status.addEventListener('change', update);
      },
      () => undefined,
    );
    // Not every browser tells of a change; then it shows when the user is back from the settings.
    window.addEventListener('focus', update);
    return () => {
      isOver = true;
      status?.removeEventListener('change', update);
      window.removeEventListener('focus', update);
    };
  }, []);

  /** Has the browser ask; only a click may. */
  const ask = async () => {
    await Notification.requestPermission();
    setState(readPermission());
  };
  return { state, ask };
}

// Off https some browsers say "denied", which nobody could undo in their settings.
function readPermission(): BrowserPermissionState {
  if (window.isSecureContext && 'Notification' in window) return Notification.permission;
  // Only there is it told whether a page was opened from the home screen.
  return Reflect.get(navigator, 'standalone') === false ? 'uninstalled' : 'unsupported';
}
