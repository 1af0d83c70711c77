import { useSyncExternalStore } from 'react';
import { listen } from './browser-events';

/** Media query of the windows that get notifications live. Narrower ones fetch them every minute while they are visible. */
export const liveWindow = '(min-width: 769px)';

/** Returns the permission to show notifications; `undefined` if this browser has none, as without https. */
export function readPermission(): NotificationPermission | undefined {
  // Without https some browsers report "denied", which the user cannot change in the settings.
  return window.isSecureContext && 'Notification' in window ? Notification.permission : undefined;
}

const listeners = new Set<() => void>();

/** Shows the browser's question for the permission. Call it from a click, or browsers refuse. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  for (const onChange of listeners) onChange();
}

/** Returns what `read` returns, again when the permission or the width of the window may have changed. */
export function useNotificationSupport<State>(read: () => State): State {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  // Some browsers do not report the permission: read it when the user returns from the settings, too.
  const undo = [listen(window, ['focus'], onChange), listen(matchMedia(liveWindow), ['change'], onChange)];
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => listeners.has(onChange) && undo.push(listen(status, ['change'], onChange)),
    () => undefined,
  );
  return () => {
    listeners.delete(onChange);
    for (const end of undo) end();
  };
}
