import { onToastsClosed, type QueuedToast, store, type Toast, useAtomValue, waitingToastsAtom } from '@portico/shared';
import { useEffect, useEffectEvent } from 'react';
import { toast as hotToast, useToaster as useHotToaster } from 'react-hot-toast/headless';

/** A toast on screen. */
export interface ShownToast extends QueuedToast {
  /** It is closed and leaves the screen in 300 ms. */
  readonly isLeaving: boolean;
}

/** More would cover a small screen. */
const visibleLimit = 3;
const leavingTime = 300;

/** The library times the toasts; this holds their content. */
const contents = new Map<string, QueuedToast>();

onToastsClosed((id) => {
  if (id !== undefined) return hotToast.dismiss(id);
  hotToast.removeAll();
  contents.clear();
});

/** The toasts to draw, the newest last, and how many more wait for room. While `isPaused`, their timers pause. */
export function useToaster(isPaused: boolean) {
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
    // The library adds the whole pause to every toast that exists when it ends: new toasts need a new pause.
    if (isPaused) handlers.endPause();
    for (const queued of arriving) {
      const { id, toast } = queued;
      contents.set(id, queued);
      hotToast(toast.text, { id, duration: getToastDuration(toast), removeDelay: leavingTime });
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

const standardDuration = 4_000;
/** Time for screen readers to announce a button or link, and for the user to press Alt+T, which pauses the toast. */
const shortestForAction = 5_000;

/** How long a toast stays, in milliseconds. By WCAG 2.2.1, an action that is nowhere else has no time limit. */
export function getToastDuration({ type, action, link, duration }: Toast): number {
  if (action && (type === 'error' || duration === undefined)) return Number.POSITIVE_INFINITY;
  const wanted = duration ?? standardDuration;
  return action || link ? Math.max(wanted, shortestForAction) : wanted;
}
