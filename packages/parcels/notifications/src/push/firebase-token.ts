import { type FirebaseOptions, getApps, initializeApp } from 'firebase/app';
import { getMessaging, getToken, isSupported } from 'firebase/messaging';

export { isSupported };

/** Fetches a token for pushes to this browser; the SDK caches it, and renews it after a week. */
export function fetchToken(
  options: FirebaseOptions,
  vapidKey: string,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const [app = initializeApp(options)] = getApps();
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration });
}
