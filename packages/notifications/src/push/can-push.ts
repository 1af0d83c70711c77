import { readPage } from '@portico/shared';

/**
 * Whether browser push could be set up: it is configured, the user has allowed notifications, and the browser has what it
 * takes. Asks nobody; only a click may.
 */
export function canPush(): boolean {
  const { firebase, vapidKey } = readPage().configuration;
  return Boolean(firebase && vapidKey) && isBrowserAble() && Notification.permission === 'granted';
}

function isBrowserAble(): boolean {
  return (
    window.isSecureContext &&
    'Notification' in window &&
    'PushManager' in window &&
    'serviceWorker' in navigator &&
    'locks' in navigator
  );
}
