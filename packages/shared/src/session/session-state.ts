import { type App, type CurrentUser, pushStoreName } from '@portico/contract';
import { appListAtom, currentAppKeyAtom } from '../apps/apps-atoms';
import { store } from '../store';
import { dropUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { dropToken } from './held-token';
import { isSignedInAtom, type Session, type SignedOutReason, sessionStateAtom } from './session-atoms';

/** Counts the sessions of this tab, so that an answer for an earlier one is told apart. */
let generation = 0;
/** What calls wait for while the session is expired: a new token, or an empty string after signing out. */
let comeback: { readonly promise: Promise<string>; readonly resolve: (token: string) => void } | undefined;

export function currentGeneration(): number {
  return generation;
}

export function beginRestoring(): void {
  generation += 1;
  setState({ status: 'restoring', email: '', name: '' });
}

/** The last user of this document, whose traces modules may still hold. */
let lastEmail: string | undefined;

/** Whether somebody else was signed in in this document before: then it has to be loaded anew. */
export function isAnotherUser(user: CurrentUser): boolean {
  return lastEmail !== undefined && lastEmail !== user.email;
}

/** For tests, in which one document has to do for many. */
export function forgetLastUser(): void {
  lastEmail = undefined;
}

/** Signed in: the token is held by now. */
export function enterSession(user: CurrentUser, apps: readonly App[], token: string): void {
  generation += 1;
  lastEmail = user.email;
  store.set(appListAtom, apps);
  setState({ status: 'signed-in', email: user.email, name: user.name ?? '' });
  settleComeback(token);
}

/** The user changed her name; an answer about somebody else is too late. */
export function renameUser({ email, name = '' }: Pick<CurrentUser, 'email' | 'name'>): void {
  const session = store.get(sessionStateAtom);
  if (session.email === email && session.name !== name) setState({ ...session, name: name ?? '' });
}

/** Forgets everything about the user. */
export function clearSession(reason?: SignedOutReason): void {
  generation += 1;
  dropToken();
  // Or they would hold up her way out. Somebody who was never signed in keeps hers on a public page.
  if (store.get(isSignedInAtom)) dropUnsavedChanges();
  // First the state: without apps but signed in, the address of an app would lead to the home page.
  setState({ status: 'signed-out', email: '', name: '', ...(reason && { reason }) });
  store.set(appListAtom, []);
  store.set(currentAppKeyAtom, undefined);
  settleComeback('');
  // From now on the service worker shows nothing of hers, whichever tab or parcel is still there to tell it.
  void globalThis.caches?.delete(pushStoreName).catch(() => undefined);
}

export function markUnreachable(): void {
  setState({ status: 'unreachable', email: '', name: '' });
}

/** A refresh was refused: the screen stays, and whoever calls waits for what this promise brings. */
export function expireSession(): Promise<string> {
  const session = store.get(sessionStateAtom);
  if (session.status === 'signed-in') setState({ ...session, status: 'expired' });
  if (store.get(sessionStateAtom).status !== 'expired') return Promise.resolve('');
  comeback ??= createComeback();
  return comeback.promise;
}

function createComeback(): NonNullable<typeof comeback> {
  let resolve: (token: string) => void = () => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function settleComeback(token: string): void {
  comeback?.resolve(token);
  comeback = undefined;
}

function setState(session: Session): void {
  store.set(sessionStateAtom, session);
}
