import { isApiFailure } from '../api/api-failure';
import { takePageSession } from '../api/configuration';
import { httpClient } from '../api/request';
import { whenIdle } from '../page/when-idle';
import { store } from '../store';
import { parseAccessToken } from './access-token';
import { type AuthMessage, listenToOtherTabs } from './auth-channel';
import { readStamp } from './auth-stamp';
import { openPageSession } from './page-session';
import { renewAccessToken } from './renew-access-token';
import { recheckSession, restoreSession } from './session';
import { accessTokenAtom, dispatch, getSessionState } from './session-state';
import type { SessionEvent, SessionTask } from './session-transitions';

// Before the token expires, so that the calls of modules find a good one; at most every half minute.
const renewalLead = 60_000;
const minRenewalDelay = 30_000;
const maxTimerDelay = 2 ** 31 - 1;

const tasks: Record<SessionTask, () => void> = {
  restore: () => void restoreSession(),
  recheck: () => void recheckSession(),
  renew: renewInBackground,
  'schedule-renewal': scheduleRenewal,
};

/**
 * Restores the session, and from then on follows other tabs, sleep and the end of the access token. Once, at the start
 * of the page. Never throws.
 */
export async function startSession(): Promise<void> {
  dispatch({ type: 'woke', stamp: readStamp(), now: Date.now() });
  listenToOtherTabs((message) => handle(createEvent(message)));
  document.addEventListener('visibilitychange', onWake);
  for (const event of ['pageshow', 'online', 'focus']) window.addEventListener(event, onWake);
  store.sub(accessTokenAtom, scheduleRenewal);
  const session = takePageSession();
  if (typeof session === 'string') {
    dispatch({ type: 'signed-out', reason: session === 'ended' ? 'session-ended' : undefined });
    whenIdle(loadHttpClient);
  } else if (session && openPageSession(session)) whenIdle(() => confirmPageSession(session.access_token));
  else await restoreSession();
}

/** For the sign-in. A call loads it again after a failure. */
const loadHttpClient = () => void httpClient.load().catch(() => undefined);

/** The refresh of the start, unless the token of the page was replaced already. */
function confirmPageSession(token: string): void {
  if (getSessionState().accessToken.token !== token) return;
  renewAccessToken().catch((error: unknown) => {
    if (isApiFailure(error) && error.isUnreachable) scheduleRenewal();
    // The session has ended since the page was made.
    else dispatch({ type: 'expired' });
  });
}

function handle(event: SessionEvent): void {
  const task = dispatch(event);
  if (task) tasks[task]();
}

function createEvent(message: AuthMessage): SessionEvent {
  switch (message.type) {
    case 'TOKEN_REFRESHED': {
      const accessToken = parseAccessToken(message.access_token, message.stamp ?? readStamp(), Date.now());
      return { type: 'token-shared', accessToken };
    }
    case 'SIGNED_IN':
      return { type: 'signed-in-elsewhere' };
    case 'SIGNED_OUT':
      return { type: 'signed-out' };
  }
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

/** A hidden tab waits until it wakes. */
function renewWhileVisible(): void {
  const { status } = getSessionState().session;
  if (document.visibilityState === 'visible' && status === 'signed-in') renewInBackground();
}

/** Without an answer it is tried again later. After a refusal the next call makes the session expire. */
function renewInBackground(): void {
  renewAccessToken().catch((error: unknown) => {
    if (isApiFailure(error) && error.isUnreachable) scheduleRenewal();
  });
}
