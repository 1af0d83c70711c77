import { showFault } from './show-fault';

declare global {
  interface Window {
    /** Set by root-config once the shell runs; from then on faults are its own to show. */
    porticoStarted?: boolean;
  }
}

/** Shows why the shell did not start: a file of it did not load, or one of its modules threw. */
export function showBootFaults(): void {
  const whenReady = (detail: string) => {
    if (window.porticoStarted) return;
    if (document.body) showFault(detail);
    else document.addEventListener('DOMContentLoaded', () => showFault(detail), { once: true });
  };
  window.addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement) {
        if (event.target.src) whenReady(`${event.target.src} did not load.`);
      } else if (event instanceof ErrorEvent) {
        // Not a preload, a prefetch or a picture that failed: who needs the file asks again.
        whenReady(event.message);
      }
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => {
    whenReady(reason instanceof Error ? reason.message : String(reason));
  });
}
