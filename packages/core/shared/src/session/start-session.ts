import type { PageSession } from '@portico/contract';
import { isUnreachable } from '../api/api-failure';
import { takePageSession } from '../api/configuration';
import { httpClient } from '../api/request';
import { listen } from '../page/browser-events';
import { whenIdle } from '../page/when-idle';
import { store } from '../store';
import { isTokenExpired, parseAccessToken } from './access-token';
import { listenToOtherTabs, tellOtherTabs } from './auth-channel';
import { isSignedOutStamp, mayHaveLeft, readStamp, stampToken } from './auth-stamp';
import { renewAccessToken } from './renew-access-token';
import { recheckSession, restoreSession, signOut } from './session';
import { accessTokenAtom, dispatch, getSessionState } from './session-state';
import type { SessionEvent, SessionTask } from './session-transitions';

// In milliseconds. Renews before the token expires, so that calls of modules need not wait.
const renewalLead = 60_000;
const minRenewalDelay = 30_000;
const maxTimerDelay = 2 ** 31 - 1;

const tasks: Record<SessionTask, () => void> = {
  restore: () => void restoreSession(),
  recheck: () => void recheckSession(),
  renew: renewInBackground,
  'schedule-renewal': scheduleRenewal,
};

/** Restores the session, once, and then follows other tabs, sleep and the expiry of the access token. Never throws. */
export async function startSession(): Promise<void> {
  dispatch({ type: 'woke', stamp: readStamp(), now: Date.now() });
  listenToOtherTabs((message) => {
    if (message.type === 'SIGNED_IN') handle({ type: 'signed-in-elsewhere' });
    else if (message.type === 'SIGNED_OUT') handle({ type: 'signed-out' });
    else {
      const accessToken = parseAccessToken(message.access_token, message.stamp ?? readStamp(), Date.now());
      handle({ type: 'token-shared', accessToken });
    }
  });
  listen(document, ['visibilitychange'], onWake);
  listen(window, ['pageshow', 'online', 'focus'], onWake);
  store.sub(accessTokenAtom, scheduleRenewal);
  const session = takePageSession();
  if (typeof session === 'string') {
    dispatch({ type: 'signed-out', reason: session === 'ended' ? 'session-ended' : undefined });
    // For the sign-in. After a failure, the next call loads it again.
    whenIdle(() => void httpClient.load().catch(() => undefined));
  } else if (session && openPageSession(session)) whenIdle(() => confirmPageSession(session.access_token));
  else await restoreSession();
}

/** Signs in the user of the page's session without a call. Returns false if they may have left, or it expired. */
export function openPageSession({ access_token, ...account }: PageSession): boolean {
  const stamp = readStamp();
  // The token was issued after the navigation started.
  const accessToken = parseAccessToken(access_token, stamp, Date.now() - performance.now());
  if (isTokenExpired(accessToken, Date.now()) || mayHaveLeft(stamp, accessToken.session)) return false;
  // The user signed in after that sign-out, by a form without scripts.
  const isNew = isSignedOutStamp(stamp);
  dispatch({ type: 'token-issued', accessToken: isNew ? { ...accessToken, stamp: stampToken() } : accessToken });
  if (account.apps.length === 0) {
    void signOut('no-applications');
    return true;
  }
  dispatch({ type: 'signed-in', generation: getSessionState().generation, ...account });
  if (isNew) tellOtherTabs({ type: 'SIGNED_IN' });
  return true;
}

/** Refreshes the session at start, unless the token of the page was replaced already. */
function confirmPageSession(token: string): void {
  if (getSessionState().accessToken.token !== token) return;
  renewAccessToken().catch((error: unknown) => {
    if (isUnreachable(error)) scheduleRenewal();
    // The session has ended since the page host wrote the page.
    else dispatch({ type: 'expired' });
  });
}

function handle(event: SessionEvent): void {
  const task = dispatch(event);
  if (task) tasks[task]();
}

function onWake(): void {
  if (document.visibilityState === 'visible') handle({ type: 'woke', stamp: readStamp(), now: Date.now() });
}

let timer: ReturnType<typeof setTimeout> | undefined;

function scheduleRenewal(): void {
  clearTimeout(timer);
  const { expiresAt } = getSessionState().accessToken;
  if (expiresAt === Number.POSITIVE_INFINITY) return;
  const delay = Math.max(minRenewalDelay, expiresAt - Date.now() - renewalLead);
  timer = setTimeout(renewWhileVisible, Math.min(delay, maxTimerDelay));
}

/** Renews the token of a visible tab. A hidden tab waits until it wakes. */
function renewWhileVisible(): void {
  const { status } = getSessionState().session;
  if (document.visibilityState === 'visible' && status === 'signed-in') renewInBackground();
}

/** Renews the token, and tries again later without a response. After a refusal, the next call expires the session. */
function renewInBackground(): void {
  renewAccessToken().catch((error: unknown) => {
    if (isUnreachable(error)) scheduleRenewal();
  });
}
