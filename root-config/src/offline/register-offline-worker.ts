import { whenIdle } from '@portico/shared';

/** Lets a service worker show a page of the portal where there is no network. The portal works without it. */
export function registerOfflineWorker(): void {
  whenIdle(() => {
    // Absent without TLS; refused by browsers that store nothing.
    navigator.serviceWorker?.register('/offline-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}
