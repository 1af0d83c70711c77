import { atom } from 'jotai';
import { store } from '../store';
import { claimsOf } from './access-token-claims';

/** The access token of this tab, in memory only. */
export interface HeldToken {
  /** Empty when signed out. */
  readonly token: string;
  /** Whose it is, if the token tells. */
  readonly subject: string | undefined;
  /** By the clock of this browser, in milliseconds; `Infinity` when the token does not tell. */
  readonly expiresAt: number;
  /** The stamp that this browser's session had with it. */
  readonly stamp: string;
}

const noToken: HeldToken = { token: '', subject: undefined, expiresAt: Number.POSITIVE_INFINITY, stamp: '' };
// A call takes a moment to arrive.
const margin = 5_000;

/** Not exported from the package. */
export const heldTokenAtom = atom(noToken);
heldTokenAtom.debugLabel = 'heldToken';

/** From its lifetime and the time of arrival, because the clocks of server and browser may differ. */
export function holdToken(token: string, stamp: string): void {
  const { sub: subject, iat, exp } = claimsOf(token);
  const lifetime = iat === undefined || exp === undefined ? Number.POSITIVE_INFINITY : (exp - iat) * 1000;
  store.set(heldTokenAtom, { token, subject, expiresAt: Date.now() + lifetime, stamp });
}

export function dropToken(): void {
  store.set(heldTokenAtom, noToken);
}

/** Whether the held token is past its time, or so near to it that a call would be refused. */
export function isHeldTokenExpired(): boolean {
  return Date.now() > store.get(heldTokenAtom).expiresAt - margin;
}

/** Whether a token is known to be another user's than the held one; tokens that do not tell count as the same's. */
export function isOfSomebodyElse(token: string): boolean {
  const { subject } = store.get(heldTokenAtom);
  const { sub } = claimsOf(token);
  return subject !== undefined && sub !== undefined && sub !== subject;
}

/** The current access token; empty when nobody is signed in. */
export function accessToken(): string {
  return store.get(heldTokenAtom).token;
}
