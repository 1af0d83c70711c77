import { listen } from '../events/listen';

/** Several events report one wake-up. */
const shortestGap = 1_000;

/**
 * Calls `onWakeUp` when the page may have slept or been offline: it becomes visible, gets the focus, is online again,
 * or comes back from the back-forward cache.
 * @returns stops it
 */
export function onWake(onWakeUp: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const onEvent = (event: Event) => {
    // Also the first load of a page has this event.
    if ('persisted' in event && !event.persisted) return;
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - last) < shortestGap) return;
    last = Date.now();
    onWakeUp();
  };
  const undo = [
    listen(document, ['visibilitychange'], onEvent),
    listen(window, ['focus', 'online', 'pageshow'], onEvent),
  ];
  return () => {
    for (const end of undo) end();
  };
}
