import { atom } from 'jotai';

/** Why somebody who was signed in, or tried to be, is signed out; the sign-in form says it. */
export type SignedOutReason = 'no-applications' | 'account-refused' | 'session-ended';

/**
 * The states of a session (design, section 5). `unreachable`: the server did not answer while restoring,
 * so nobody knows whether somebody is signed in.
 */
export type SessionStatus = 'restoring' | 'unreachable' | 'signed-out' | 'signed-in';

export interface Session {
  readonly status: SessionStatus;
  readonly email: string;
  readonly name: string;
  readonly reason?: SignedOutReason;
}

/** The access token, in memory only; empty when signed out. Not exported from the package. */
export const accessTokenAtom = atom('');
accessTokenAtom.debugLabel = 'accessToken';

/** The base of `sessionAtom`; written by the session alone. */
export const sessionStateAtom = atom<Session>({ status: 'restoring', email: '', name: '' });
sessionStateAtom.debugLabel = 'sessionState';

/** The session as the shell may read it. */
export const sessionAtom = atom((get) => get(sessionStateAtom));
sessionAtom.debugLabel = 'session';
