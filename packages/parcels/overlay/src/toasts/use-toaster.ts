import { onToastsClosed, type QueuedToast, store, useAtomValue, waitingToastsAtom } from '@portico/shared';
import { useEffect, useEffectEvent } from 'react';
import { toast as hotToast, useToaster as useHotToaster } from 'react-hot-toast/headless';
import { getToastDuration } from './toast-duration';

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

/** The toasts to draw, the newest last, and how many more wait for room. While `isPaused`, their timers stand still. */
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
    // The library adds the whole pause to every toast that is there when it ends: new toasts have to start a new pause.
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
