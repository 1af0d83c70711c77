import { atom } from 'jotai';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';
import type { Toast } from './toast';

export interface QueuedToast {
  readonly id: string;
  /** Another one for each call, also with the same key. */
  readonly serial: number;
  readonly toast: Toast;
}

/** What draws the toasts, once it is loaded. */
export interface ToastStage {
  dismiss(id: string): void;
  clear(): void;
}

/** As many toasts without a button wait at most; a module that shows them in a loop does not fill the memory. */
const waitingLimit = 20;

/** Toasts that are to come on screen: the stage is not there yet, or has no room. */
export const waitingToastsAtom = atom<readonly QueuedToast[]>([]);
waitingToastsAtom.debugLabel = 'waitingToasts';

let stage: ToastStage | undefined;
let count = 0;

export function setToastStage(added: ToastStage): void {
  stage = added;
}

/**
 * Shows a message over the screen, in its turn. Of more than twenty that wait, the oldest without a button is dropped.
 * Nothing outlives the session: signing in or out closes them all.
 * @returns its id, for `dismissToast`: its key, if it has one
 */
export function showToast(toast: Toast): string {
  count += 1;
  const added = { id: toast.key ?? `toast-${count}`, serial: count, toast };
  const waiting = store.get(waitingToastsAtom);
  const isWaiting = waiting.some(({ id }) => id === added.id);
  store.set(
    waitingToastsAtom,
    isWaiting ? waiting.map((other) => (other.id === added.id ? added : other)) : withoutExcess([...waiting, added]),
  );
  return added.id;
}

/** Closes a toast, or keeps it from coming; whether it is still there does not matter. */
export function dismissToast(id: string): void {
  store.set(
    waitingToastsAtom,
    store.get(waitingToastsAtom).filter((waiting) => waiting.id !== id),
  );
  stage?.dismiss(id);
}

function withoutExcess(waiting: readonly QueuedToast[]): readonly QueuedToast[] {
  const passing = waiting.filter(({ toast }) => !toast.action);
  return passing.length > waitingLimit ? waiting.filter((other) => other !== passing[0]) : waiting;
}

// While the session is restored the user stays the same; whoever comes after "signed-out" may be another one.
let wasSignedOut = false;
store.sub(sessionAtom, () => {
  const isSignedOut = store.get(sessionAtom).status === 'signed-out';
  if (isSignedOut === wasSignedOut) return;
  wasSignedOut = isSignedOut;
  store.set(waitingToastsAtom, []);
  stage?.clear();
});
