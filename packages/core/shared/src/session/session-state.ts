import { type App, type CurrentUser, pushStoreName } from '@portico/contract';
import { atom } from 'jotai';
import { dropUnsavedChanges } from '../navigation/unsaved-changes';
import { store } from '../store';
import {
  initialSessionState,
  isSignedIn,
  type SessionEvent,
  type SessionState,
  type SessionStatus,
  type SessionTask,
  transition,
} from './session-transitions';

/** The one home of the session's state. Not exported from the package; only `dispatch` writes it. */
export const sessionStateAtom = atom(initialSessionState);
sessionStateAtom.debugLabel = 'sessionState';

/** The session: its status, and e-mail and name of its user. */
export const sessionAtom = atom((get) => get(sessionStateAtom).session);
sessionAtom.debugLabel = 'session';

/** Whether a user is signed in, even if they have to sign in again. */
export const isSignedInAtom = atom((get) => isSignedIn(get(sessionStateAtom)));
isSignedInAtom.debugLabel = 'isSignedIn';

/** Not exported from the package. */
export const accessTokenAtom = atom((get) => get(sessionStateAtom).accessToken);
accessTokenAtom.debugLabel = 'accessToken';

/** The applications of the signed-in user in this tenant. */
export const appsAtom = atom((get) => get(sessionStateAtom).apps);
appsAtom.debugLabel = 'apps';

/** The key of the current application; it follows the address, and stays where the address belongs to none. */
export const currentAppKeyAtom = atom<string | undefined>(undefined);
currentAppKeyAtom.debugLabel = 'currentAppKey';

/** The current application; `undefined` until the user opens one. */
export const currentAppAtom = atom((get) => {
  const key = get(currentAppKeyAtom);
  return get(appsAtom).find((app) => app.module === key);
});
currentAppAtom.debugLabel = 'currentApp';

/**
 * Tells the session what happened.
 * @returns what to ask the server next
 */
export function dispatch(event: SessionEvent): SessionTask | undefined {
  const next = transition(getSessionState(), event);
  if (!next) return undefined;
  // First, because the navigation that follows a change of the state would ask about them.
  if (next.effects.includes('drop-unsaved-changes')) dropUnsavedChanges();
  store.set(sessionStateAtom, next.state);
  if (next.effects.includes('forget-user')) forgetUser();
  if (next.effects.includes('reload')) location.reload();
  return next.task;
}

function forgetUser(): void {
  store.set(currentAppKeyAtom, undefined);
  // The service worker shows no more pushes for them, even if no parcel is there to tell it.
  void globalThis.caches?.delete(pushStoreName).catch(() => undefined);
}

export function getSessionState(): SessionState {
  return store.get(sessionStateAtom);
}

/** The current access token; empty when signed out. */
export function accessToken(): string {
  return getSessionState().accessToken.token;
}

/** Whether the session has changed since this generation: an answer to its requests is too late. */
export function isStale(generation: number): boolean {
  return generation !== getSessionState().generation;
}

/** Waits until the session has one of these states. */
export function untilSession(...statuses: readonly SessionStatus[]): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!statuses.includes(store.get(sessionAtom).status)) return;
      stop();
      resolve();
    };
    const stop = store.sub(sessionAtom, check);
    check();
  });
}

/** The user has these applications, and no others. An answer about another user is ignored. */
export function changeApps(email: string, apps: readonly App[]): void {
  dispatch({ type: 'apps-changed', email, apps });
}

/** The user changed their name. An answer about another user is ignored. */
export function renameUser({ email, name }: Pick<CurrentUser, 'email' | 'name'>): void {
  dispatch({ type: 'renamed', email, name });
}
