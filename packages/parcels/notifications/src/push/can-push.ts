import { readPage } from '@portico/shared';

/**
 * Whether browser push can be set up: it is configured, the user has allowed notifications, and the browser supports
 * it. Does not ask the user; only a click may.
 */
export function canPush(): boolean {
  const { firebase, vapidKey } = readPage().configuration;
  return Boolean(firebase && vapidKey) && isSupported() && Notification.permission === 'granted';
}

function isSupported(): boolean {
  return (
    window.isSecureContext &&
    'Notification' in window &&
    'PushManager' in window &&
    'serviceWorker' in navigator &&
    'locks' in navigator
  );
}
