// First, because the shell reads the page as soon as it is imported.
import './page';

import type { App } from '@portico/contract';
import { currentAppKeyAtom, sessionStateAtom } from '../session/session-state';
import { initialSessionState, type SignedOutReason } from '../session/session-transitions';
import { store } from '../store';
import { slots } from './page';

export { collectRules, slots } from './page';

/** Signs a user in whose data are slots. */
export function showUser(apps: readonly App[], currentAppKey?: string): void {
  const session = { status: 'signed-in', email: slots.user, name: slots.user } as const;
  store.set(sessionStateAtom, { ...initialSessionState, session, apps });
  store.set(currentAppKeyAtom, currentAppKey);
}

/** Signs the user out, for a reason that the sign-in form tells. */
export function showSignedOut(reason?: SignedOutReason): void {
  const session = { status: 'signed-out', email: '', name: '', ...(reason && { reason }) } as const;
  store.set(sessionStateAtom, { ...initialSessionState, session });
}
