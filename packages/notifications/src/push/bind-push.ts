import { accountPart, readPage, translations } from '@portico/shared';
import { obtainToken } from './obtain-token';
import { type PushBinding, readBinding, writeBinding } from './push-store';
import { unbindBrowser } from './unbind-push';
import { findRegistration, registerWorker } from './worker-registration';

/** Age at which a token is renewed (specification, section 9), in milliseconds. */
const tokenLifetime = 7 * 24 * 60 * 60 * 1000;

export interface BindOptions {
  /** `pushRecipientOf` the user. */
  readonly recipient: string;
  /** A token that was registered before this time, of the wall clock, is registered again; a session has begun since. */
  readonly notBefore: number;
  /** Whether that user is still signed in. */
  readonly isWanted: () => boolean;
}

/**
 * Has pushes of a user come to this browser, and of nobody else; one tab at a time. What is in order already costs no call.
 * @returns the token; `undefined` when there is none, or nobody wants it any more
 * @throws PushUnsupportedError, ApiFailure, and whatever a browser has against it
 */
export function bindPush(options: BindOptions): Promise<string | undefined> {
  return navigator.locks.request('portico:push', () => bindInTurn(options));
}

async function bindInTurn({ recipient, notBefore, isWanted }: BindOptions): Promise<string | undefined> {
  const present = await readBinding();
  const isHers = present?.recipient === recipient;
  const former = isHers ? present.registered : undefined;
  const fits = await isCurrentSubscription(former);
  if (former && fits && former.registeredAt >= Math.max(notBefore, Date.now() - tokenLifetime)) {
    // Looks for a newer worker; the one that is there does meanwhile.
    void registerWorker().catch(() => undefined);
    return former.token;
  }
  if (!fits) await unbindBrowser();
  if (!isWanted()) return undefined;

  const unreadableText = translations.t('notifications.unreadable_push');
  // Before there is a token: without it the worker takes whatever arrives for somebody else's.
  await writeBinding({ recipient, unreadableText, ...(fits && former && { registered: former }) });
  const token = await obtainToken();
  if (token && isWanted()) await register(token, { recipient, unreadableText }, former?.token);
  if (isWanted()) return token;
  await unbindBrowser();
  return undefined;
}

/** Recorded only once the server has accepted it. */
async function register(token: string, binding: PushBinding, former: string | undefined): Promise<void> {
  const { registerPushToken, unregisterPushToken } = accountPart.get();
  await registerPushToken(token);
  const { firebase, vapidKey } = readPage().configuration;
  const subscription = await currentSubscription();
  if (!firebase || !vapidKey || !subscription) return;
  const { endpoint } = subscription;
  const registered = { token, endpoint, vapidKey, appId: firebase.appId, registeredAt: Date.now() };
  await writeBinding({ ...binding, registered });
  if (former && former !== token) await unregisterPushToken(former);
}

/** Whether what the browser has subscribed to is what was registered, by the key and the project of now. */
async function isCurrentSubscription(registered: PushBinding['registered']): Promise<boolean> {
  const { firebase, vapidKey } = readPage().configuration;
  const subscription = await currentSubscription();
  return (
    subscription !== undefined &&
    registered?.endpoint === subscription.endpoint &&
    registered.appId === firebase?.appId &&
    registered.vapidKey === vapidKey &&
    keyOf(subscription) === vapidKey
  );
}

async function currentSubscription(): Promise<PushSubscription | undefined> {
  return (await (await findRegistration())?.pushManager.getSubscription()) ?? undefined;
}

/** In base64url, as the configuration has it. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
