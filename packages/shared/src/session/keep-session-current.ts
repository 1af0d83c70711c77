import { isApiFailure } from '../api/api-failure';
import { store } from '../store';
import { type AuthMessage, listenToOtherTabs } from './auth-channel';
import { isSignedOutStamp, readStamp } from './auth-stamp';
import { accessToken, heldTokenAtom, holdToken, isHeldTokenExpired, isOfSomebodyElse } from './held-token';
import { renewAccessToken } from './renewal';
import { isSessionUncertain, recheckSession, restoreSession } from './session';
import { isSignedInAtom, sessionStateAtom } from './session-atoms';
import { clearSession } from './session-state';

// Before its end, so that a module's own calls find a good token; never more often than every half minute.
const renewalLead = 60_000;
const shortestWait = 30_000;
const longestWait = 2 ** 31 - 1;

let seenStamp = '';

/** Keeps this tab in step with the session of its browser: other tabs, sleep, and the end of the token. */
export function keepSessionCurrent(): void {
  seenStamp = readStamp();
  listenToOtherTabs(onMessage);
  document.addEventListener('visibilitychange', onWake);
  for (const event of ['pageshow', 'online', 'focus']) window.addEventListener(event, onWake);
  store.sub(heldTokenAtom, scheduleRenewal);
  scheduleRenewal();
}

function onMessage(message: AuthMessage): void {
  const isSignedIn = store.get(isSignedInAtom);
  switch (message.type) {
    case 'TOKEN_REFRESHED':
      if (isSignedIn) adoptOrRecheck(message.access_token, message.stamp ?? readStamp());
      return;
    case 'SIGNED_IN':
      void (isSignedIn ? recheckSession() : restoreSession());
      return;
    case 'SIGNED_OUT':
      clearSession();
  }
}

/** A token of somebody else is never adopted, and one that ends an expired session says nothing about whose it is. */
function adoptOrRecheck(token: string, stamp: string): void {
  if (!isOfSomebodyElse(token) && store.get(sessionStateAtom).status === 'signed-in') holdToken(token, stamp);
  else void recheckSession();
}

/** Messages may have been missed, and timers stand still, while a tab sleeps. */
function onWake(): void {
  if (document.visibilityState !== 'visible') return;
  const { status } = store.get(sessionStateAtom);
  const stamp = readStamp();
  const hasChanged = stamp !== seenStamp;
  seenStamp = stamp;
  if (status === 'unreachable' || (status === 'signed-out' && hasChanged && !isSignedOutStamp(stamp))) {
    void restoreSession();
  } else if (status === 'signed-in' || status === 'expired') {
    if (isSignedOutStamp(stamp)) clearSession();
    else if (stamp !== store.get(heldTokenAtom).stamp || isSessionUncertain()) void recheckSession();
    else if (status === 'signed-in') keepTokenFresh();
  }
}

function keepTokenFresh(): void {
  if (isHeldTokenExpired()) renewQuietly();
  else scheduleRenewal();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function scheduleRenewal(): void {
  clearTimeout(timer);
  const { expiresAt } = store.get(heldTokenAtom);
  if (!accessToken() || expiresAt === Number.POSITIVE_INFINITY) return;
  const wait = Math.max(shortestWait, expiresAt - Date.now() - renewalLead);
  timer = setTimeout(renewWhileVisible, Math.min(wait, longestWait));
}

/** A tab that nobody sees waits until it wakes. */
function renewWhileVisible(): void {
  if (document.visibilityState === 'visible' && store.get(sessionStateAtom).status === 'signed-in') renewQuietly();
}

/** Without an answer it is tried again later; a refusal shows at the next call, which waits for the user. */
function renewQuietly(): void {
  renewAccessToken().catch((error: unknown) => {
    if (isApiFailure(error) && error.isUnreachable) scheduleRenewal();
  });
}
