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

/** The state of the session. Private to the package; only `dispatch` writes it. */
export const sessionStateAtom = atom(initialSessionState);
sessionStateAtom.debugLabel = 'sessionState';

/** The session: its status, and e-mail and name of its user. */
export const sessionAtom = atom((get) => get(sessionStateAtom).session);
sessionAtom.debugLabel = 'session';

/** Whether a user is signed in, even if they have to sign in again. */
export const isSignedInAtom = atom((get) => isSignedIn(get(sessionStateAtom)));
isSignedInAtom.debugLabel = 'isSignedIn';

/** The access token. Private to the package. */
export const accessTokenAtom = atom((get) => get(sessionStateAtom).accessToken);
accessTokenAtom.debugLabel = 'accessToken';

/** The applications of the signed-in user in this tenant. */
export const appsAtom = atom((get) => get(sessionStateAtom).apps);
appsAtom.debugLabel = 'apps';

/** The module keys of these applications. */
export const appKeysAtom = atom((get): ReadonlySet<string> => new Set(get(appsAtom).map(({ module }) => module)));
appKeysAtom.debugLabel = 'appKeys';

/** The key of the current application. Follows the address; unchanged at addresses without an application. */
export const currentAppKeyAtom = atom<string | undefined>(undefined);
currentAppKeyAtom.debugLabel = 'currentAppKey';

/** The current application; `undefined` until the user opens one. */
export const currentAppAtom = atom((get) => {
  const key = get(currentAppKeyAtom);
  return get(appsAtom).find((app) => app.module === key);
});
currentAppAtom.debugLabel = 'currentApp';

/** Applies an event to the session, and returns the next request to the server. */
export function dispatch(event: SessionEvent): SessionTask | undefined {
  const next = transition(getSessionState(), event);
  if (!next) return undefined;
  // Drop them first: the navigation that follows a change of the state would ask about them.
  if (next.effects.includes('drop-unsaved-changes')) dropUnsavedChanges();
  store.set(sessionStateAtom, next.state);
  if (next.effects.includes('forget-user')) forgetUser();
  if (next.effects.includes('reload')) location.reload();
  return next.task;
}

function forgetUser(): void {
  store.set(currentAppKeyAtom, undefined);
  // Stops pushes for this user, even if no parcel is mounted that tells the service worker.
  void globalThis.caches?.delete(pushStoreName).catch(() => undefined);
}

/** Returns the current state of the session. */
export function getSessionState(): SessionState {
  return store.get(sessionStateAtom);
}

/** Returns the current access token; empty when signed out. */
export function accessToken(): string {
  return getSessionState().accessToken.token;
}

/** Whether the session has changed since this generation, so that responses to its requests are too late. */
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

/** Replaces the applications of the user. Ignores a response about another user. */
export function changeApps(email: string, apps: readonly App[]): void {
  dispatch({ type: 'apps-changed', email, apps });
}

/** Changes the name of the user. Ignores a response about another user. */
export function renameUser({ email, name }: Pick<CurrentUser, 'email' | 'name'>): void {
  dispatch({ type: 'renamed', email, name });
}

/** The object URL of the signed-in user's photo, if any. The top bar loads it. Only `showPhoto` changes it. */
export const photoAtom = atom<string>();
photoAtom.debugLabel = 'photo';

/** Replaces the photo of the user wherever the shell shows it. */
export function showPhoto(photo: Blob | undefined): void {
  const former = store.get(photoAtom);
  store.set(photoAtom, photo && URL.createObjectURL(photo));
  if (former) URL.revokeObjectURL(former);
}

/** A task that concurrent callers share while the session is the same. */
export class SharedTask<Result> {
  #running: { readonly generation: number; readonly result: Promise<Result> } | undefined;

  /** Whether the task runs for the current session. */
  get isRunning(): boolean {
    return this.#running?.generation === getSessionState().generation;
  }

  /** Starts the task, unless it is running. */
  run(start: (generation: number) => Promise<Result>): Promise<Result> {
    const { generation } = getSessionState();
    if (this.#running?.generation === generation) return this.#running.result;
    const started = { generation, result: start(generation) };
    this.#running = started;
    const end = () => {
      if (this.#running === started) this.#running = undefined;
    };
    started.result.then(end, end);
    return started.result;
  }
}
