import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { toast as hotToast, useToaster as useHotToaster } from 'react-hot-toast/headless';
import { store } from '../store';
import { durationOf } from './toast-duration';
import { type QueuedToast, setToastStage, waitingToastsAtom } from './toast-queue';

/** A toast on screen. */
export interface ShownToast extends QueuedToast {
  /** It has been closed, and takes 300 ms to go. */
  readonly isLeaving: boolean;
}

export interface Toaster {
  /** The newest last. */
  readonly toasts: readonly ShownToast[];
  /** How many more come as soon as there is room. */
  readonly waitingCount: number;
}

/** More would cover a small screen. */
const visibleLimit = 3;
const leavingTime = 300;

/** The library keeps the time of the toasts; what they say is kept here. */
const contents = new Map<string, QueuedToast>();

setToastStage({
  dismiss: (id) => hotToast.dismiss(id),
  clear() {
    hotToast.removeAll();
    contents.clear();
  },
});

/** The toasts that are to be drawn. While `isPaused`, their time stands still. */
export function useToaster(isPaused: boolean): Toaster {
  const waiting = useAtomValue(waitingToastsAtom);
  const { toasts, handlers } = useHotToaster();
  const isShown = (id: string) => toasts.some((toast) => toast.id === id && toast.visible);
  const room = visibleLimit - toasts.filter(({ visible }) => visible).length;
  const replacing = waiting.filter(({ id }) => isShown(id));
  const arriving = [...replacing, ...waiting.filter(({ id }) => !isShown(id)).slice(0, Math.max(room, 0))];

  const setPaused = useEffectEvent((value: boolean) => {
    if (value) handlers.startPause();
    else handlers.endPause();
  });
  useEffect(() => setPaused(isPaused), [isPaused]);

  useEffect(() => {
    if (arriving.length === 0) return;
    for (const id of contents.keys()) {
      if (!toasts.some((toast) => toast.id === id)) contents.delete(id);
    }
    // The library gives the whole pause to all that are there when it ends: those that come in its midst start a new one.
    if (isPaused) handlers.endPause();
    for (const queued of arriving) {
      const { id, toast } = queued;
      contents.set(id, queued);
      hotToast(toast.text, { id, duration: durationOf(toast), removeDelay: leavingTime });
    }
    if (isPaused) handlers.startPause();
    store.set(
      waitingToastsAtom,
      store.get(waitingToastsAtom).filter((queued) => !arriving.includes(queued)),
    );
  });

  const shown = toasts.toReversed().flatMap(({ id, visible }) => {
    const content = contents.get(id);
    return content ? [{ ...content, isLeaving: !visible }] : [];
  });
  return { toasts: shown, waitingCount: waiting.length - arriving.length };
}
