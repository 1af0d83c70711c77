import { type FirebaseOptions, getApps, initializeApp } from 'firebase/app';
import { getMessaging, getToken, isSupported } from 'firebase/messaging';

export { isSupported };

/**
 * A token for pushes to this browser; the SDK keeps it, and renews it after a week.
 * @throws Error when there is none to be had now
 */
export function fetchToken(
  options: FirebaseOptions,
  vapidKey: string,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const [app = initializeApp(options)] = getApps();
  return getToken(getMessaging(app), { vapidKey, serviceWorkerRegistration });
}
