import type { App, CurrentUser, SignInRequest } from '@portico/contract';
import { isApiFailure } from '../api/api-failure';
import { tenantKey } from '../api/configuration';
import { answerTimeout } from '../api/request';
import { isTokenExpired, parseAccessToken } from './access-token';
import { fetchAccount, invalidateSession, requestToken } from './auth-calls';
import { tellOtherTabs } from './auth-channel';
import { isUnansweredSignOut, readStamp, stampAnswer, stampSignOut, stampToken } from './auth-stamp';
import { renewAccessToken } from './renew-access-token';
import { accessToken, dispatch, getSessionState, isStale, untilSession } from './session-state';
import { isSignedIn, type SignedOutReason } from './session-transitions';
import { SharedTask } from './shared-task';
import { runSignOutHooks } from './sign-out-hooks';
import { withRefreshLock } from './with-refresh-lock';

/** Longer than any call, because the late answer of one would replace the cookies. In milliseconds. */
const lockTimeout = answerTimeout + 1_000;

/**
 * Finds out whether this browser has a session: at start, when another tab has signed in, or when the server did not
 * answer before. Ends in `signed-in`, `signed-out` or `unreachable`. Never throws.
 */
export async function restoreSession(): Promise<void> {
  dispatch({ type: 'restoring' });
  const { generation } = getSessionState();
  if (isUnansweredSignOut(readStamp())) {
    dispatch({ type: 'signed-out' });
    return endSession();
  }
  try {
    await openAccount(await renewWithRetries(), generation);
  } catch (error) {
    if (isUnreachable(error)) dispatch({ type: 'unreachable', generation });
    else dispatch({ type: 'refused', generation });
  }
}

/**
 * Signs in and loads the user and their applications.
 * @throws ApiFailure when the server refuses the credentials or does not answer; the session stays as it was
 */
export async function signIn(credentials: SignInRequest): Promise<void> {
  // Never beside a refresh or a sign-out: their late answers would delete the cookies of this sign-in.
  const token = await withRefreshLock(() => requestToken(credentials), lockTimeout);
  const { generation } = getSessionState();
  const storeAccessToken = () =>
    void dispatch({ type: 'token-issued', accessToken: parseAccessToken(token, stampToken(), Date.now()) });
  try {
    const isOpen = await openAccount(token, generation, storeAccessToken);
    // Another tab signed out meanwhile, but these credentials are good.
    if (!isOpen) return await restoreSession();
  } catch (error) {
    // The user sees a failure, so no session may be left for the next user of this browser.
    await endOnServer(token);
    throw error;
  }
  if (isSignedIn(getSessionState())) tellOtherTabs({ type: 'SIGNED_IN' });
}

/**
 * Ends the session here and in all tabs of this browser, then on the server; if that does not answer, at the next
 * start.
 */
export async function signOut(reason?: SignedOutReason): Promise<void> {
  const { session, token } = getSessionState().accessToken;
  stampSignOut(session);
  const hooks = runSignOutHooks(token);
  tellOtherTabs({ type: 'SIGNED_OUT' });
  const ended = endSession(token, hooks);
  dispatch({ type: 'signed-out', reason });
  await ended;
}

const recheck = new SharedTask<void>();

/**
 * Asks whether the user of this tab is still the one who is signed in: another tab has signed in, or refreshed while
 * this one slept. The same user goes on with what is on screen; for another one the page reloads. Calls wait.
 */
export function recheckSession(): Promise<void> {
  return recheck.run(askWhoIsSignedIn);
}

async function askWhoIsSignedIn(generation: number): Promise<void> {
  dispatch({ type: 'recheck-started' });
  try {
    const account = await fetchAccount(await renewAccessToken(), tenantKey());
    const type = account.apps.length === 0 ? 'other-user' : 'signed-in';
    dispatch({ type, generation, ...account });
  } catch (error) {
    if (isUnreachable(error)) dispatch({ type: 'recheck-unanswered', generation });
    else if (!isStale(generation)) dispatch({ type: 'expired' });
  }
}

/**
 * Signs in the user of this token. If the server refuses them, or they have no applications, they are signed out, with
 * the reason.
 * @returns false when the session has changed meanwhile, so that nothing was done
 * @throws ApiFailure when the server does not answer
 */
async function openAccount(token: string, generation: number, onOpen?: () => void): Promise<boolean> {
  const account = await loadAccount(token);
  if (isStale(generation)) return false;
  if (typeof account === 'string') {
    await signOut(account);
    return true;
  }
  onOpen?.();
  dispatch({ type: 'signed-in', generation, ...account });
  return true;
}

async function loadAccount(token: string): Promise<{ user: CurrentUser; apps: App[] } | SignedOutReason> {
  try {
    const account = await fetchAccount(token, tenantKey());
    return account.apps.length === 0 ? 'no-applications' : account;
  } catch (error) {
    if (isApiFailure(error) && !error.isUnreachable) return 'account-refused';
    throw error;
  }
}

/**
 * The access token for a call; empty when signed out. Waits while the session is restored, rechecked or expired, and
 * renews a token that has expired.
 * @throws ApiFailure when the server does not answer
 */
export async function tokenForCall(): Promise<string> {
  await untilSession('unreachable', 'signed-out', 'signed-in', 'expired');
  if (getSessionState().isRecheckDue || recheck.isRunning) await recheckSession();
  if (getSessionState().session.status === 'expired') return waitForReauthentication();
  return isTokenExpired(getSessionState().accessToken, Date.now()) ? renewOrExpire() : accessToken();
}

/**
 * An access token in place of one that was refused. If the server refuses to renew it, the session expires, and this
 * waits until the user has signed in again, or out (empty then).
 * @throws ApiFailure when the server does not answer
 */
export async function renewOrExpire(): Promise<string> {
  try {
    return await renewAccessToken();
  } catch (error) {
    if (isUnreachable(error)) throw error;
    dispatch({ type: 'expired' });
    return waitForReauthentication();
  }
}

/** @returns the new access token; empty when the user signs out, or was not signed in */
async function waitForReauthentication(): Promise<string> {
  if (getSessionState().session.status !== 'expired') return '';
  await untilSession('signed-in', 'signed-out');
  return accessToken();
}

/**
 * Two more attempts before the portal says that it cannot reach the server; none after a call that took as long as it
 * may. A refusal is never repeated.
 */
async function renewWithRetries(): Promise<string> {
  const end = Date.now() + answerTimeout;
  for (const delay of [500, 1_500]) {
    try {
      return await renewAccessToken();
    } catch (error) {
      if (!isUnreachable(error) || Date.now() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return renewAccessToken();
}

/** Tells the server that the user signed out, unless a user has signed in since. */
function endSession(token?: string, hooks?: Promise<void>): Promise<void> {
  return withRefreshLock(async () => {
    await hooks;
    if (isUnansweredSignOut(readStamp()) && (await endOnServer(token))) stampAnswer();
  }, lockTimeout);
}

/** @returns whether the server has no session left that its cookie could bring back */
async function endOnServer(token?: string): Promise<boolean> {
  try {
    await invalidateSession(token);
    return true;
  } catch (error) {
    return isApiFailure(error) && error.status === 401;
  }
}

function isUnreachable(error: unknown): boolean {
  return isApiFailure(error) && error.isUnreachable;
}
