import { atom } from 'jotai';

/** Why somebody who was signed in, or tried to be, is signed out; the sign-in form says it. */
export type SignedOutReason = 'no-applications' | 'account-refused' | 'session-ended';

/**
 * The states of a session (design, section 5). `unreachable`: the server did not answer while restoring, so nobody
 * knows whether somebody is signed in. `expired`: a refresh was refused while signed in; the screen stays, every call
 * waits, and the same user signs in again in place.
 */
export type SessionStatus = 'restoring' | 'unreachable' | 'signed-out' | 'signed-in' | 'expired';

export interface Session {
  readonly status: SessionStatus;
  readonly email: string;
  readonly name: string;
  readonly reason?: SignedOutReason;
}

/** The base of `sessionAtom`; written by the session alone. */
export const sessionStateAtom = atom<Session>({ status: 'restoring', email: '', name: '' });
sessionStateAtom.debugLabel = 'sessionState';

/** The session as the shell may read it. */
export const sessionAtom = atom((get) => get(sessionStateAtom));
sessionAtom.debugLabel = 'session';

/** Whether somebody is signed in, be it that she has to sign in again. */
export const isSignedInAtom = atom((get) => ['signed-in', 'expired'].includes(get(sessionStateAtom).status));
isSignedInAtom.debugLabel = 'isSignedIn';
