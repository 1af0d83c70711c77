import { listen } from '../listen';

/** Several events tell of one awakening. */
const shortestGap = 1_000;

/**
 * Tells when the page may have slept or been off the network: it is shown again, gets the focus, or comes back from the
 * back-forward cache.
 * @returns ends it
 */
export function onWake(wake: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const hear = () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < shortestGap) return;
    last = Date.now();
    wake();
  };
  const undo = [listen(document, ['visibilitychange'], hear), listen(window, ['focus', 'online', 'pageshow'], hear)];
  return () => {
    for (const end of undo) end();
  };
}
