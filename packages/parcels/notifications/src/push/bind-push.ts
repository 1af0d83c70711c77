import { i18n, readPage, send } from '@portico/shared';
import { reportFailure } from '../failure/failures';
import { type PushBinding, readBinding, writeBinding } from './push-store';
import { unbindBrowser, unregisterPushToken } from './unbind-push';
import { findRegistration, registerWorker } from './worker-registration';

/** Age at which a token is renewed, in milliseconds. */
const tokenLifetime = 7 * 24 * 60 * 60 * 1000;

const maxAttempts = 3;
/** Between two attempts, in milliseconds; multiplied by the number of the attempt. */
const pause = 500;

/** This browser does not support push, although it has the APIs. */
export class PushUnsupportedError extends Error {}

interface BindOptions {
  /** `computePushRecipient` of the user. */
  readonly recipient: string;
  /** A token that was registered before the session began is registered again; in milliseconds since 1970. */
  readonly notBefore: number;
  /** Whether that user is still signed in. */
  readonly isWanted: () => boolean;
}

/**
 * Subscribes this browser to the pushes of one user; one tab at a time. No call if nothing changed.
 * @returns the token; `undefined` if there is none, or the user has signed out since
 * @throws PushUnsupportedError, ApiFailure, and errors of the browser
 */
export function bindPush(options: BindOptions): Promise<string | undefined> {
  return navigator.locks.request('portico:push', () => bindUnderLock(options));
}

async function bindUnderLock({ recipient, notBefore, isWanted }: BindOptions): Promise<string | undefined> {
  const present = await readBinding();
  const former = present?.recipient === recipient ? present.registered : undefined;
  const isCurrent = await isCurrentSubscription(former);
  const unreadableText = i18n.t('notifications.unreadable_push');
  if (former && isCurrent && former.registeredAt >= Math.max(notBefore, Date.now() - tokenLifetime)) {
    // The user may have changed the language.
    await writeBinding({ recipient, unreadableText, registered: former });
    // Checks for a newer worker in the background.
    void registerWorker().catch(() => undefined);
    return former.token;
  }
  if (!isCurrent) await unbindBrowser();
  if (!isWanted()) return undefined;

  // Store this before the token arrives: without a binding the worker shows nothing.
  await writeBinding({ recipient, unreadableText, ...(isCurrent && former && { registered: former }) });
  const token = await obtainPushToken();
  if (token && isWanted()) await register(token, { recipient, unreadableText }, former?.token);
  if (isWanted()) return token;
  await unbindBrowser();
  return undefined;
}

/** The binding is written only once the server has accepted the token. */
async function register(token: string, binding: PushBinding, former: string | undefined): Promise<void> {
  await send('notifications/register', { method: 'post', json: { token } });
  const { firebase, vapidKey } = readPage().configuration;
  const subscription = await findSubscription();
  if (!firebase || !vapidKey || !subscription) return;
  const { endpoint } = subscription;
  const registered = { token, endpoint, vapidKey, appId: firebase.appId, registeredAt: Date.now() };
  await writeBinding({ ...binding, registered });
  if (former && former !== token) await unregisterPushToken(former);
}

/** Whether the browser's subscription is the registered one, with the present key and project. */
async function isCurrentSubscription(registered: PushBinding['registered']): Promise<boolean> {
  const { firebase, vapidKey } = readPage().configuration;
  const subscription = await findSubscription();
  return (
    subscription !== undefined &&
    registered?.endpoint === subscription.endpoint &&
    registered.appId === firebase?.appId &&
    registered.vapidKey === vapidKey &&
    getVapidKey(subscription) === vapidKey
  );
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  return (await (await findRegistration())?.pushManager.getSubscription()) ?? undefined;
}

/** In base64url, like the configuration. */
function getVapidKey({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Gets a push token for our service worker. `undefined` if there is none, which is reported. */
async function obtainPushToken(): Promise<string | undefined> {
  const { firebase, vapidKey } = readPage().configuration;
  const { fetchToken, isSupported } = await import(/* webpackChunkName: "firebase" */ './firebase-token');
  if (!firebase || !vapidKey || !(await isSupported())) throw new PushUnsupportedError();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const registration = await registerWorker();
      // Without the permission, the SDK would have the browser ask the user.
      return Notification.permission === 'granted' ? await fetchToken(firebase, vapidKey, registration) : undefined;
    } catch (error) {
      if (attempt === maxAttempts) {
        reportFailure('Error obtaining token', error);
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * pause));
    }
  }
}
