import { type ErrorReport, hasUnsavedChanges, subscribeToAnnouncements } from '@portico/shared';
import { loadUpdates } from './load-updates';
import { pollingPeriod } from './polling-period';
import type { LoadFailure } from './recover-from-load-failure';

type Updates = Awaited<ReturnType<typeof loadUpdates>>;

/** Follows deploys from now on: at once when a file is missing or a change is announced, by polling after a minute. */
export function startUpdates(): void {
  // Captured, because the error event of an element does not bubble.
  window.addEventListener('error', ({ target }) => handleElementError(target), { capture: true });
  subscribeToAnnouncements(onAnnouncement);
  followLater();
}

function onAnnouncement(): void {
  loadUpdates().then(
    ({ handleAnnouncement }) => handleAnnouncement(),
    // The polling tries again within a minute.
    () => undefined,
  );
}

function followLater(): void {
  setTimeout(() => {
    loadUpdates().then(({ followDeploys }) => followDeploys(), followLater);
  }, pollingPeriod);
}

function handleElementError(target: EventTarget | null): void {
  if (target instanceof HTMLScriptElement && target.src) recover(() => ({ address: target.src }));
  // Preloads are ignored: whatever needs the file requests it again.
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') recover(() => ({ address: target.href }));
}

/** Recovers from an error if its cause is a file that a deploy has removed. */
export function handleError(report: ErrorReport): void {
  recover(({ findLoadFailure }) => findLoadFailure(report));
}

function recover(findFailure: (updates: Updates) => LoadFailure | undefined): void {
  // Now, because a crashed module is unmounted next, and then nothing counts as unsaved any more.
  const hadUnsavedChanges = hasUnsavedChanges();
  loadUpdates().then(
    (updates) => {
      const failure = findFailure(updates);
      if (failure) void updates.recoverFromLoadFailure(failure, hadUnsavedChanges);
    },
    // Without the chunk nothing can be recovered; the error is shown and reported anyway.
    () => undefined,
  );
}
