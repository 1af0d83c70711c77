import { store } from '../store';
import { type AuthMessage, listenToOtherTabs } from './auth-channel';
import { isSignedOutStamp, readStamp } from './auth-stamp';
import { accessToken, heldTokenAtom, holdToken, isHeldTokenExpired, isOfSomebodyElse } from './held-token';
import { renewAccessToken } from './renewal';
import { recheckSession, restoreSession } from './session';
import { isSignedInAtom, sessionStateAtom } from './session-atoms';
import { clearSession } from './session-state';

// Before its end, so that a module's own calls find a good token; never more often than every half minute.
const renewalLead = 60_000;
const shortestWait = 30_000;
const longestWait = 2 ** 31 - 1;

/** Keeps this tab in step with the session of its browser: other tabs, sleep, and the end of the token. */
export function keepSessionCurrent(): void {
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
  if (status === 'signed-in' || status === 'expired') {
    if (isSignedOutStamp(stamp)) clearSession();
    else if (stamp !== store.get(heldTokenAtom).stamp) void recheckSession();
    else if (status === 'signed-in' && isHeldTokenExpired()) renewQuietly();
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

function scheduleRenewal(): void {
  clearTimeout(timer);
  const { expiresAt } = store.get(heldTokenAtom);
  if (!accessToken() || expiresAt === Number.POSITIVE_INFINITY) return;
  const wait = Math.max(shortestWait, expiresAt - Date.now() - renewalLead);
  timer = setTimeout(renewWhileVisible, Math.min(wait, longestWait));
}

function renewWhileVisible(): void {
  if (document.visibilityState === 'visible' && store.get(sessionStateAtom).status === 'signed-in') renewQuietly();
}

/** A refusal shows at the next call, which then waits for the user to sign in again. */
function renewQuietly(): void {
  renewAccessToken().catch(() => undefined);
}
