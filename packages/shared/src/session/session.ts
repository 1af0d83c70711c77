import type { SignInRequest } from '@portico/contract';
import { renewAccessTokenWith } from '../api/api-client';
import { isApiFailure } from '../api/api-failure';
import { appListAtom, currentAppKeyAtom } from '../apps/apps-atoms';
import { readPage } from '../configuration/configuration';
import { tenantKey } from '../configuration/tenant';
import { store } from '../store';
import { accessTokenAtom, type SignedOutReason, sessionStateAtom } from './session-atoms';
import { deleteSession, getApps, getCurrentUser, postCredentials, postRefresh } from './session-calls';

/**
 * Finds out whether this browser has a session, at start or after the server could not be reached.
 * Ends in `signed-in`, `signed-out` or `unreachable`; never throws.
 */
export async function restoreSession(): Promise<void> {
  store.set(sessionStateAtom, { status: 'restoring', email: '', name: '' });
  renewAccessTokenWith(renewAccessToken);
  // The page host saw no session cookie: asking would only delay the sign-in form.
  if (readPage().state.hasSession === false) return clearSession();
  try {
    store.set(accessTokenAtom, await postRefresh());
  } catch (error) {
    return isUnreachable(error) ? markUnreachable() : clearSession();
  }
  await loadAccount().catch(markUnreachable);
}

/**
 * Signs in and loads the user and her applications.
 * @throws ApiFailure when the credentials are refused or the server cannot be reached; the session stays signed out
 */
export async function signIn(credentials: SignInRequest): Promise<void> {
  store.set(accessTokenAtom, await postCredentials(credentials));
  try {
    await loadAccount();
  } catch (error) {
    store.set(accessTokenAtom, '');
    throw error;
  }
}

/** Ends the session here and, as far as it can be reached, on the server. Never throws. */
export async function signOut(reason?: SignedOutReason): Promise<void> {
  await deleteSession().catch(() => undefined);
  clearSession(reason);
}

/** The signed-in state needs both; a refusal or an empty list is a sign-out with its reason (specification, 4). */
async function loadAccount(): Promise<void> {
  try {
    const [user, apps] = await Promise.all([getCurrentUser(), getApps(tenantKey())]);
    if (apps.length === 0) return await signOut('no-applications');
    store.set(appListAtom, apps);
    store.set(sessionStateAtom, { status: 'signed-in', email: user.email, name: user.name ?? '' });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    await signOut('account-refused');
  }
}

let renewal: Promise<string> | undefined;

/** One renewal at a time; whoever asks meanwhile gets its result. */
function renewAccessToken(): Promise<string> {
  renewal ??= requestRenewal().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function requestRenewal(): Promise<string> {
  try {
    const token = await postRefresh();
    store.set(accessTokenAtom, token);
    return token;
  } catch (error) {
    if (!isUnreachable(error)) clearSession('session-ended');
    return '';
  }
}

function clearSession(reason?: SignedOutReason): void {
  store.set(accessTokenAtom, '');
  // First the state: without apps but signed in, the address of an app would lead to the home page.
  store.set(sessionStateAtom, { status: 'signed-out', email: '', name: '', ...(reason && { reason }) });
  store.set(appListAtom, []);
  store.set(currentAppKeyAtom, undefined);
}

function markUnreachable(): void {
  store.set(sessionStateAtom, { status: 'unreachable', email: '', name: '' });
}

function isUnreachable(error: unknown): boolean {
  return isApiFailure(error) && error.isUnreachable;
}
