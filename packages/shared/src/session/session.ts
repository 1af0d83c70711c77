import type { App, CurrentUser, SignInRequest } from '@portico/contract';
import { isApiFailure } from '../api/api-failure';
import { readPage } from '../configuration/configuration';
import { tenantKey } from '../configuration/tenant';
import { allTexts } from '../i18n/i18n';
import { store } from '../store';
import { tellOtherTabs } from './auth-channel';
import { isUnansweredSignOut, readStamp, stampSignOut, stampToken } from './auth-stamp';
import { sayFarewell } from './farewell';
import { accessToken, holdToken, isHeldTokenExpired } from './held-token';
import { loadAnew } from './load-anew';
import { renewAccessToken } from './renewal';
import { isSignedInAtom, type SignedOutReason, sessionStateAtom } from './session-atoms';
import { deleteSession, getAccount, postCredentials } from './session-calls';
import {
  beginRestoring,
  clearSession,
  currentGeneration,
  enterSession,
  expireSession,
  isAnotherUser,
  markUnreachable,
} from './session-state';
import { withRefreshLock } from './with-refresh-lock';

let restoring: Promise<void> | undefined;
let recheck: Promise<void> | undefined;
let isRecheckDue = false;

/**
 * Finds out whether this browser has a session: at start, when another tab has signed in, or when the server could not
 * be reached before. Ends in `signed-in`, `signed-out` or `unreachable`; never throws.
 */
export function restoreSession(): Promise<void> {
  beginRestoring();
  const started = restore(currentGeneration());
  restoring = started;
  return started;
}

async function restore(generation: number): Promise<void> {
  if (isUnansweredSignOut(readStamp())) {
    clearSession();
    return finishSignOut();
  }
  try {
    await openAccount(await renewPatiently(), generation);
  } catch (error) {
    if (generation !== currentGeneration()) return;
    if (isUnreachable(error)) markUnreachable();
    else clearSession(readPage().state.hasSession ? 'session-ended' : undefined);
  }
}

/**
 * Signs in and loads the user and her applications.
 * @throws ApiFailure when the credentials are refused or the server cannot be reached; the session stays as it was
 */
export async function signIn(credentials: SignInRequest): Promise<void> {
  // In turn with refreshes and sign-outs: their late answers would take this one's cookies away.
  const token = await withRefreshLock(() => postCredentials(credentials));
  try {
    const isOpen = await openAccount(token, currentGeneration(), () => holdToken(token, stampToken()));
    // Another tab signed out meanwhile, but these credentials are good.
    if (!isOpen) return await restoreSession();
  } catch (error) {
    // Nobody is told that she is signed in, so she is not: the next one at this machine must not be.
    await endOnServer();
    throw error;
  }
  if (store.get(isSignedInAtom)) tellOtherTabs({ type: 'SIGNED_IN' });
}

/** Ends the session here and in all tabs of this browser, then on the server or, if it does not answer, at the next start. */
export async function signOut(reason?: SignedOutReason): Promise<void> {
  stampSignOut(false);
  const farewell = sayFarewell(accessToken());
  tellOtherTabs({ type: 'SIGNED_OUT' });
  const ended = finishSignOut(farewell);
  clearSession(reason);
  await ended;
}

/**
 * Another tab has signed in, or refreshed while this one slept: is it still the same user? If so, this tab goes on, with
 * what is half-typed in it; if not, it is loaded anew. Calls wait for the answer.
 */
export function recheckSession(): Promise<void> {
  recheck ??= askWhoIsSignedIn().finally(() => {
    recheck = undefined;
  });
  return recheck;
}

/** Whether the last recheck got no answer, so that it is to be asked again. */
export function isSessionUncertain(): boolean {
  return isRecheckDue;
}

async function askWhoIsSignedIn(): Promise<void> {
  const generation = currentGeneration();
  const { email } = store.get(sessionStateAtom);
  isRecheckDue = false;
  try {
    const token = await renewAccessToken();
    const { user, apps } = await getAccount(token, tenantKey());
    if (generation !== currentGeneration()) return;
    if (user.email !== email || apps.length === 0) loadAnew();
    else enterSession(user, apps, token);
  } catch (error) {
    if (generation !== currentGeneration()) return;
    if (isUnreachable(error)) isRecheckDue = true;
    else void expireSession();
  }
}

/**
 * The signed-in state needs both; a refusal or an empty list is a sign-out with its reason (specification, 4).
 * @returns whether the answer was still wanted when it came
 */
async function openAccount(token: string, generation: number, onOpen?: () => void): Promise<boolean> {
  // Beside the account, for the parcels that wait for them. That they did not load is shown in the place of those.
  allTexts.load().catch(() => undefined);
  const account = await loadAccount(token);
  if (generation !== currentGeneration()) return false;
  if (typeof account === 'string') {
    await signOut(account);
    return true;
  }
  onOpen?.();
  if (isAnotherUser(account.user)) loadAnew();
  else enterSession(account.user, account.apps, token);
  return true;
}

async function loadAccount(token: string): Promise<{ user: CurrentUser; apps: App[] } | SignedOutReason> {
  try {
    const account = await getAccount(token, tenantKey());
    return account.apps.length === 0 ? 'no-applications' : account;
  } catch (error) {
    if (isApiFailure(error) && !error.isUnreachable) return 'account-refused';
    throw error;
  }
}

/** The token that a call is sent with: renewed first when it is past its time, waited for while expired. */
export async function tokenForCall(): Promise<string> {
  await restoring;
  await (isRecheckDue ? recheckSession() : recheck);
  if (store.get(sessionStateAtom).status === 'expired') return expireSession();
  return isHeldTokenExpired() ? renewOrExpire() : accessToken();
}

/** A token instead of one that was refused; when there is none, what calls wait for until the user is back. */
export async function renewOrExpire(): Promise<string> {
  try {
    return await renewAccessToken();
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return expireSession();
  }
}

/** Two more tries before the portal says that it cannot reach the server; a refusal is never repeated. */
async function renewPatiently(): Promise<string> {
  for (const wait of [500, 1_500]) {
    try {
      return await renewAccessToken();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return renewAccessToken();
}

/** Tells the server of a sign-out, unless somebody has signed in since. */
function finishSignOut(farewell?: Promise<void>): Promise<void> {
  return withRefreshLock(async () => {
    await farewell;
    if (isUnansweredSignOut(readStamp()) && (await endOnServer())) stampSignOut(true);
  });
}

/** Whether there is no session left on the server that its cookie could bring back. */
async function endOnServer(): Promise<boolean> {
  try {
    await deleteSession();
    return true;
  } catch (error) {
    return isApiFailure(error) && error.status === 401;
  }
}

function isUnreachable(error: unknown): boolean {
  return isApiFailure(error) && error.isUnreachable;
}
