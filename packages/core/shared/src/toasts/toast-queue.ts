import { atom } from 'jotai';
import type { ReactNode } from 'react';
import { sessionAtom } from '../session/session-state';
import { store } from '../store';

/** The kind of a toast, which sets its icon. */
export type ToastType = 'default' | 'success' | 'error' | 'warning' | 'info';

/** A message at the top right for some seconds. Texts are plain, in the user's language, and cut after three lines. */
export interface Toast {
  /** The kind. `error` and `warning` interrupt assistive technology. */
  readonly type?: ToastType | undefined;
  readonly title?: string | undefined;
  readonly text: string;
  /** A button, which closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Makes the whole toast a link that opens a new tab, and closes the toast. */
  readonly link?: { readonly href: string; readonly onOpen?: (() => void) | undefined } | undefined;
  /**
   * Milliseconds until it closes by itself; 4000 by default. A toast with a button stays until it is closed, unless
   * this is set: set it only if the action is also available elsewhere. An error with a button always stays.
   */
  readonly duration?: number | undefined;
  /** A toast replaces an earlier one with the same key. */
  readonly key?: string | undefined;
  /** Replaces the icon, 28 px wide. The texts must be understandable without it. */
  readonly picture?: ReactNode;
}

/** A toast that waits to be shown. */
export interface QueuedToast {
  readonly id: string;
  /** A number that differs for each call, even with the same key. */
  readonly serial: number;
  readonly toast: Toast;
}

type CloseListener = (id: string | undefined) => void;

/** The maximum number of waiting toasts without a button: a module may show toasts in a loop. */
const waitingLimit = 20;

/** The toasts that are not on screen yet, because the overlay has not loaded or has no room. */
export const waitingToastsAtom = atom<readonly QueuedToast[]>([]);
waitingToastsAtom.debugLabel = 'waitingToasts';

let count = 0;
const closeListeners = new Set<CloseListener>();

/** Listens to closed toasts: one by its id, or all (`undefined`) with the session. Returns a function that stops it. */
export function onToastsClosed(listener: CloseListener): () => void {
  closeListeners.add(listener);
  return () => void closeListeners.delete(listener);
}

/**
 * Shows a message over the screen, or queues it while there is no room. If more than twenty toasts without a button wait,
 * it drops the oldest of them. Signing in or out closes all toasts.
 * @returns the id for `dismissToast`, which is the key if the toast has one
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

/** Closes a toast or removes it from the queue. Does nothing when it is closed already. */
export function dismissToast(id: string): void {
  store.set(
    waitingToastsAtom,
    store.get(waitingToastsAtom).filter((waiting) => waiting.id !== id),
  );
  for (const listener of closeListeners) listener(id);
}

function withoutExcess(waiting: readonly QueuedToast[]): readonly QueuedToast[] {
  const passing = waiting.filter(({ toast }) => !toast.action);
  return passing.length > waitingLimit ? waiting.filter((other) => other !== passing[0]) : waiting;
}

// Close toasts only at "signed-out", because the next user may be another one. Restoring a session keeps the user.
let wasSignedOut = false;
store.sub(sessionAtom, () => {
  const isSignedOut = store.get(sessionAtom).status === 'signed-out';
  if (isSignedOut === wasSignedOut) return;
  wasSignedOut = isSignedOut;
  store.set(waitingToastsAtom, []);
  for (const listener of closeListeners) listener(undefined);
});
