import type { SignInRequest } from '@portico/contract';
import { isApiFailure } from '../api/api-failure';
import { readPage } from '../configuration/configuration';
import { tenantKey } from '../configuration/tenant';
import { store } from '../store';
import { tellOtherTabs } from './auth-channel';
import { isUnansweredSignOut, readStamp, stampSignOut, stampToken } from './auth-stamp';
import { accessToken, holdToken, isHeldTokenExpired } from './held-token';
import { loadAnew } from './load-anew';
import { renewAccessToken, renewalSettled } from './renewal';
import { isSignedInAtom, type SignedOutReason, sessionStateAtom } from './session-atoms';
import { deleteSession, getAccount, postCredentials } from './session-calls';
import {
  beginRestoring,
  clearSession,
  currentGeneration,
  enterSession,
  expireSession,
  markUnreachable,
} from './session-state';

/**
 * Finds out whether this browser has a session: at start, when another tab has signed in, or when the server could not
 * be reached before.
 * Ends in `signed-in`, `signed-out` or `unreachable`; never throws.
 */
export async function restoreSession(): Promise<void> {
  beginRestoring();
  const generation = currentGeneration();
  if (isUnansweredSignOut(readStamp())) {
    if (await endOnServer()) stampSignOut(true);
    return clearSession();
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
  const token = await postCredentials(credentials);
  try {
    await openAccount(token, currentGeneration(), () => holdToken(token, stampToken()));
  } catch (error) {
    // Nobody is told that she is signed in, so she is not: the next one at this machine must not be.
    await endOnServer();
    throw error;
  }
  if (store.get(isSignedInAtom)) tellOtherTabs({ type: 'SIGNED_IN' });
}

/** Ends the session in all tabs of this browser and, as far as it can be reached, on the server. Never throws. */
export async function signOut(reason?: SignedOutReason): Promise<void> {
  // A refresh that is under way would set its cookie after this one is gone.
  await renewalSettled();
  const wasAnswered = await endOnServer();
  clearSession(reason);
  stampSignOut(wasAnswered);
  tellOtherTabs({ type: 'SIGNED_OUT' });
}

let recheck: Promise<void> | undefined;

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

async function askWhoIsSignedIn(): Promise<void> {
  const generation = currentGeneration();
  const { email } = store.get(sessionStateAtom);
  try {
    const token = await renewAccessToken();
    const { user, apps } = await getAccount(token, tenantKey());
    if (generation !== currentGeneration()) return;
    if (user.email !== email || apps.length === 0) return await loadAnew();
    enterSession(user, apps, token);
  } catch (error) {
    // Unreachable: the next call, or the next time that the tab wakes, asks again.
    if (generation === currentGeneration() && !isUnreachable(error)) void expireSession();
  }
}

/** Whether the server answered, be it by a refusal: then there is no session that could come back. */
async function endOnServer(): Promise<boolean> {
  try {
    await deleteSession();
    return true;
  } catch (error) {
    return !isUnreachable(error);
  }
}

/** The signed-in state needs both; a refusal or an empty list is a sign-out with its reason (specification, 4). */
async function openAccount(token: string, generation: number, onOpen?: () => void): Promise<void> {
  try {
    const { user, apps } = await getAccount(token, tenantKey());
    if (generation !== currentGeneration()) return;
    if (apps.length === 0) return await signOut('no-applications');
    onOpen?.();
    enterSession(user, apps, token);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (generation === currentGeneration()) await signOut('account-refused');
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

/** The token that a call is sent with: renewed first when it is past its time, waited for while expired. */
export async function tokenForCall(): Promise<string> {
  await recheck;
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

function isUnreachable(error: unknown): boolean {
  return isApiFailure(error) && error.isUnreachable;
}
