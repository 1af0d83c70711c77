import type { App, CurrentUser } from '@portico/contract';
import { type AccessToken, areOfDifferentUsers, isTokenExpired, noAccessToken } from './access-token';
import { isSignedOutStamp } from './auth-stamp';

/** The reason why a user was signed out or could not sign in. The sign-in form shows it. */
export type SignedOutReason = 'no-applications' | 'account-refused' | 'session-ended';

/**
 * The states of a session (docs/from-address-to-screen.md). `unreachable`: the server did not answer while the session
 * was restored, so the shell does not know whether there is one. `expired`: the server refused a refresh while signed
 * in; the screen stays, every call waits, and the same user signs in again in a dialog.
 */
export type SessionStatus = 'restoring' | 'unreachable' | 'signed-out' | 'signed-in' | 'expired';

/** The session as the shell reads it. */
export interface Session {
  readonly status: SessionStatus;
  readonly email: string;
  readonly name: string;
  readonly reason?: SignedOutReason;
}

/** The whole state of a tab's session. */
export interface SessionState {
  readonly session: Session;
  /** The applications of the user in this tenant. */
  readonly apps: readonly App[];
  readonly accessToken: AccessToken;
  /** The number of the session in this tab. Responses to requests of earlier sessions are dropped. */
  readonly generation: number;
  /** The last user of this page; modules may still hold their data. */
  readonly lastEmail: string | undefined;
  /** Whether the last recheck got no response and has to be repeated. */
  readonly isRecheckDue: boolean;
  /** The stamp of the browser's session that this tab read last (`readStamp`). */
  readonly seenStamp: string;
}

/** An event of a session. An event with a generation is the result of a request of that generation. */
export type SessionEvent =
  | { readonly type: 'restoring' }
  /** Restoring found no session. */
  | { readonly type: 'refused'; readonly generation: number }
  /** Restoring got no response. */
  | { readonly type: 'unreachable'; readonly generation: number }
  /** The server sent the user and their applications, after the access token. */
  | {
      readonly type: 'signed-in';
      readonly generation: number;
      readonly user: CurrentUser;
      readonly apps: readonly App[];
    }
  /** The server issued an access token to this tab. */
  | { readonly type: 'token-issued'; readonly accessToken: AccessToken }
  /** The server issued an access token to another tab, which sent it to this one. */
  | { readonly type: 'token-shared'; readonly accessToken: AccessToken }
  /** The server refused to renew the access token. */
  | { readonly type: 'expired' }
  /** This tab asks whether its user is still signed in. */
  | { readonly type: 'recheck-started' }
  | { readonly type: 'recheck-unanswered'; readonly generation: number }
  /** The user signed out, in this tab or in another one. */
  | { readonly type: 'signed-out'; readonly reason?: SignedOutReason | undefined }
  | { readonly type: 'signed-in-elsewhere' }
  /** Another user has signed in in this browser. */
  | { readonly type: 'other-user'; readonly generation: number }
  | { readonly type: 'renamed'; readonly email: string; readonly name: string }
  | { readonly type: 'apps-changed'; readonly email: string; readonly apps: readonly App[] }
  /** The tab is visible again. It may have missed messages, and its timers stopped. */
  | { readonly type: 'woke'; readonly stamp: string; readonly now: number };

/** The effects of a transition on the page, in this order. */
type SessionEffect = 'drop-unsaved-changes' | 'forget-user' | 'reload';

/** The next request of the tab to the server. */
export type SessionTask = 'restore' | 'recheck' | 'renew' | 'schedule-renewal';

interface SessionTransition {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
  readonly task?: SessionTask | undefined;
}

/** The state of a session at the start of the page. */
export const initialSessionState: SessionState = {
  session: { status: 'restoring', email: '', name: '' },
  apps: [],
  accessToken: noAccessToken,
  generation: 0,
  lastEmail: undefined,
  isRecheckDue: false,
  seenStamp: '',
};

/** Whether a user is signed in, even if they have to sign in again. */
export function isSignedIn({ session: { status } }: SessionState): boolean {
  return status === 'signed-in' || status === 'expired';
}

/** Returns the next state of a session; `undefined` when the event changes nothing, or belongs to an earlier session. */
export function transition(state: SessionState, event: SessionEvent): SessionTransition | undefined {
  if ('generation' in event && event.generation !== state.generation) return undefined;
  const { session } = state;
  switch (event.type) {
    case 'restoring':
      return to({ ...state, session: initialSessionState.session, generation: state.generation + 1 });
    case 'unreachable':
      return to({ ...state, session: { status: 'unreachable', email: '', name: '' } });
    case 'refused':
      return signOut(state);
    case 'signed-out':
      return signOut(state, event.reason);
    case 'signed-in':
      return signIn(state, event);
    case 'token-issued':
      if (areOfDifferentUsers(state.accessToken, event.accessToken)) return reloadForNewUser(state);
      return to({ ...state, accessToken: event.accessToken });
    case 'token-shared':
      return takeSharedToken(state, event.accessToken);
    case 'expired':
      return session.status === 'signed-in' ? to({ ...state, session: { ...session, status: 'expired' } }) : undefined;
    case 'recheck-started':
      return to({ ...state, isRecheckDue: false });
    case 'recheck-unanswered':
      return to({ ...state, isRecheckDue: true });
    case 'signed-in-elsewhere':
      return to(state, isSignedIn(state) ? 'recheck' : 'restore');
    case 'other-user':
      return reloadForNewUser(state);
    case 'renamed':
      if (session.email !== event.email || session.name === event.name) return undefined;
      return to({ ...state, session: { ...session, name: event.name } });
    case 'apps-changed':
      return session.email === event.email ? to({ ...state, apps: event.apps }) : undefined;
    case 'woke':
      return wake(state, event.stamp, event.now);
  }
}

function to(state: SessionState, task?: SessionTask): SessionTransition {
  return { state, effects: [], task };
}

function signIn(
  state: SessionState,
  { user: { email, name }, apps }: Extract<SessionEvent, { readonly type: 'signed-in' }>,
): SessionTransition {
  if (state.lastEmail !== undefined && state.lastEmail !== email) return reloadForNewUser(state);
  return to({
    ...state,
    session: { status: 'signed-in', email, name },
    apps,
    generation: state.generation + 1,
    lastEmail: email,
  });
}

/** Forgets everything about the user except the e-mail. */
function signOut(state: SessionState, reason?: SignedOutReason): SessionTransition {
  const { generation, lastEmail, seenStamp } = state;
  const session: Session = { status: 'signed-out', email: '', name: '', ...(reason && { reason }) };
  return {
    state: { ...initialSessionState, session, generation: generation + 1, lastEmail, seenStamp },
    // Unsaved changes would block the navigation to the sign-in form. Anonymous users keep theirs on public pages.
    effects: isSignedIn(state) ? ['drop-unsaved-changes', 'forget-user'] : ['forget-user'],
  };
}

/** Signs the user out and drops their unsaved changes, which could block the reload (docs/decisions/0009). */
function reloadForNewUser(state: SessionState): SessionTransition {
  return { ...signOut(state), effects: ['drop-unsaved-changes', 'forget-user', 'reload'] };
}

/**
 * Uses the token unless it is another user's. While the session is expired, a recheck finds the user of the token. A
 * signed-out tab tries to restore a session.
 */
function takeSharedToken(state: SessionState, accessToken: AccessToken): SessionTransition | undefined {
  if (!isSignedIn(state)) return state.session.status === 'signed-out' ? to(state, 'restore') : undefined;
  const isOwn = state.session.status === 'signed-in' && !areOfDifferentUsers(state.accessToken, accessToken);
  return isOwn ? to({ ...state, accessToken }) : to(state, 'recheck');
}

function wake(state: SessionState, stamp: string, now: number): SessionTransition {
  const { accessToken, isRecheckDue, session } = state;
  const seen = { ...state, seenStamp: stamp };
  switch (session.status) {
    case 'restoring':
      return to(seen);
    case 'unreachable':
      return to(seen, 'restore');
    case 'signed-out':
      return to(seen, stamp !== state.seenStamp && !isSignedOutStamp(stamp) ? 'restore' : undefined);
    case 'signed-in':
    case 'expired':
      if (isSignedOutStamp(stamp)) return signOut(seen);
      if (stamp !== accessToken.stamp || isRecheckDue) return to(seen, 'recheck');
      if (session.status === 'expired') return to(seen);
      return to(seen, isTokenExpired(accessToken, now) ? 'renew' : 'schedule-renewal');
  }
}
