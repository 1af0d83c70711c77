import {
  type App,
  accessTokenResponseSchema,
  appListSchema,
  type CurrentUser,
  currentUserSchema,
  findLeavePath,
} from '@portico/contract';
import type { RetryOptions } from 'ky';
import { isApiFailure, isUnreachable } from '../api/api-failure';
import { tenantKey } from '../api/configuration';
import { answerTimeout, request, requestJson } from '../api/request';
import { isTokenExpired, parseAccessToken } from './access-token';
import { tellOtherTabs } from './auth-channel';
import { isUnansweredSignOut, readStamp, stampAnswer, stampSignOut, stampToken } from './auth-stamp';
import { renewAccessToken } from './renew-access-token';
import { accessToken, dispatch, getSessionState, isStale, SharedTask, untilSession } from './session-state';
import { isSignedIn, type SignedOutReason } from './session-transitions';
import { withRefreshLock } from './with-refresh-lock';

/** In milliseconds; longer than any call, because a late response would replace the cookies. */
const lockTimeout = answerTimeout + 1_000;

/**
 * Restores the session of this browser, if any: at start, when another tab has signed in, or when the server did not
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
 * @param proof e-mail and password; another proof, such as a passkey, for another path of the API
 * @throws ApiFailure when the server refuses the proof or does not answer; the session stays as it was
 */
export async function signIn(proof: object, path = 'auth'): Promise<void> {
  // Not during a refresh or a sign-out: their late responses would delete the cookies of this sign-in.
  const post = () => requestJson(path, accessTokenResponseSchema, { method: 'post', json: proof });
  const { access_token: token } = await withRefreshLock(post, lockTimeout);
  const { generation } = getSessionState();
  const storeAccessToken = () =>
    void dispatch({ type: 'token-issued', accessToken: parseAccessToken(token, stampToken(), Date.now()) });
  try {
    const isOpen = await openAccount(token, generation, storeAccessToken);
    // Another tab signed out meanwhile, but the server has accepted this proof.
    if (!isOpen) return await restoreSession();
  } catch (error) {
    // The user sees a failure, so the next user of this browser must not find a session.
    await endOnServer(token);
    throw error;
  }
  if (isSignedIn(getSessionState())) tellOtherTabs({ type: 'SIGNED_IN' });
}

/** Ends the session in all tabs, then on the server; the next start tries again if the server does not answer. */
export async function signOut(reason?: SignedOutReason): Promise<void> {
  const { session, token } = getSessionState().accessToken;
  stampSignOut(session);
  const hooks = runSignOutHooks(token);
  tellOtherTabs({ type: 'SIGNED_OUT' });
  const ended = endSession(token, hooks);
  dispatch({ type: 'signed-out', reason });
  await ended;
}

/** Signs out, also at the provider that signed the user in. */
export async function signOutEverywhere(): Promise<void> {
  await signOut();
  const atProvider = findLeavePath(document.cookie);
  if (atProvider) location.assign(atProvider);
}

type SignOutHook = (accessToken: string) => Promise<void>;

/** The timeout for the hooks of signing out, in milliseconds. */
const hooksTimeout = 1_000;

const hooks = new Set<SignOutHook>();

/**
 * Runs a hook when the user signs out in this tab, with the access token, which is still valid. The screen does not wait
 * for the hook. The session on the server ends after the hook, or after a second.
 * @returns a function that removes the hook
 */
export function beforeSignOut(hook: SignOutHook): () => void {
  hooks.add(hook);
  return () => void hooks.delete(hook);
}

/** Runs the hooks. Never throws. */
async function runSignOutHooks(accessToken: string): Promise<void> {
  if (!accessToken || hooks.size === 0) return;
  const done = Promise.allSettled([...hooks].map((hook) => hook(accessToken)));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, hooksTimeout))]);
}

const recheck = new SharedTask<void>();

/**
 * Asks whether the user of this tab is still signed in: another tab has signed in, or has refreshed while this one slept.
 * The same user keeps the screen; for another user the page reloads. Calls wait meanwhile.
 */
export function recheckSession(): Promise<void> {
  return recheck.run(askWhoIsSignedIn);
}

async function askWhoIsSignedIn(generation: number): Promise<void> {
  dispatch({ type: 'recheck-started' });
  try {
    const account = await fetchAccount(await renewAccessToken());
    const type = account.apps.length === 0 ? 'other-user' : 'signed-in';
    dispatch({ type, generation, ...account });
  } catch (error) {
    if (isUnreachable(error)) dispatch({ type: 'recheck-unanswered', generation });
    else if (!isStale(generation)) dispatch({ type: 'expired' });
  }
}

/**
 * Signs in the user of this token. Signs out, with the reason, if the server refuses the user or they have no
 * applications.
 * @returns false when the session has changed meanwhile and the call had no effect
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

// The same as for queries: three retries, after 1 s, 2 s and 4 s, but none after a refusal.
const retryUnreachable = {
  limit: 3,
  methods: ['get'],
  statusCodes: [500, 502, 503, 504],
  delay: (attempt) => 1_000 * 2 ** (attempt - 1),
} satisfies RetryOptions;

/** Fetches the user of a token, and their applications in the tenant. */
async function fetchAccount(token: string): Promise<{ user: CurrentUser; apps: App[] }> {
  const options = { retry: retryUnreachable, token };
  const [user, apps] = await Promise.all([
    requestJson('users/me', currentUserSchema, options),
    requestJson(`tenants/${encodeURIComponent(tenantKey())}/apps`, appListSchema, options),
  ]);
  return { user, apps };
}

async function loadAccount(token: string): Promise<{ user: CurrentUser; apps: App[] } | SignedOutReason> {
  try {
    const account = await fetchAccount(token);
    return account.apps.length === 0 ? 'no-applications' : account;
  } catch (error) {
    if (isApiFailure(error) && !error.isUnreachable) return 'account-refused';
    throw error;
  }
}

/**
 * Returns the access token for a call; empty when signed out. Waits while the session is restored, rechecked or expired,
 * and renews an expired token.
 * @throws ApiFailure when the server does not answer
 */
export async function tokenForCall(): Promise<string> {
  await untilSession('unreachable', 'signed-out', 'signed-in', 'expired');
  if (getSessionState().isRecheckDue || recheck.isRunning) await recheckSession();
  if (getSessionState().session.status === 'expired') return waitForReauthentication();
  return isTokenExpired(getSessionState().accessToken, Date.now()) ? renewOrExpire() : accessToken();
}

/**
 * Renews an access token that was refused, and returns it. If the server refuses the refresh, the session expires, and
 * this waits until the user has signed in again or out (then returns an empty string).
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

/** Waits for the new access token; empty when the user signs out, or was not signed in. */
async function waitForReauthentication(): Promise<string> {
  if (getSessionState().session.status !== 'expired') return '';
  await untilSession('signed-in', 'signed-out');
  return accessToken();
}

/** Renews the access token with up to two retries, but none after a refusal or a timeout. */
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

/** Ends the session of the cookie, and that of the token, if any. Returns whether it has ended. */
async function endOnServer(token = ''): Promise<boolean> {
  try {
    // `keepalive`: the user may close the tab immediately.
    await request('auth/invalidate', { method: 'delete', keepalive: true, token });
    return true;
  } catch (error) {
    return isApiFailure(error) && error.status === 401;
  }
}
