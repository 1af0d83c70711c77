import { type Fault, hasUnsavedChanges, onImportMapAnnounced } from '@portico/shared';
import type { LoadFailure } from './load-failure';
import { pollingPeriod } from './polling-period';
import { loadUpdates } from './updates-part';

/**
 * From now on the tab follows deploys: at once where a file did not come or a change is announced, otherwise from a
 * minute after its start.
 */
export function startUpdates(): void {
  // Captured, since an element's error does not bubble.
  window.addEventListener('error', ({ target }) => meetElement(target), { capture: true });
  // That the part did not load costs a minute at most.
  onImportMapAnnounced(
    () =>
      void loadUpdates().then(
        ({ heedAnnouncement }) => heedAnnouncement(),
        () => undefined,
      ),
  );
  followSoon();
}

function followSoon(): void {
  setTimeout(() => {
    loadUpdates().then(({ followDeploys }) => followDeploys(), followSoon);
  }, pollingPeriod);
}

function meetElement(target: EventTarget | null): void {
  if (target instanceof HTMLScriptElement && target.src) recover(() => ({ address: target.src }));
  // A preload that fails is asked for again by who needs the file.
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') recover(() => ({ address: target.href }));
}

/** A fault may come of a file that a deploy has removed. */
export function meetFault(fault: Fault): void {
  recover(({ loadFailureOf }) => loadFailureOf(fault));
}

function recover(failureOf: (updates: Awaited<ReturnType<typeof loadUpdates>>) => LoadFailure | undefined): void {
  // As it is now: what crashes is unmounted next, and then nothing is unsaved any more.
  const hadUnsavedChanges = hasUnsavedChanges();
  loadUpdates().then(
    (updates) => {
      const failure = failureOf(updates);
      if (failure) void updates.recoverFrom(failure, hadUnsavedChanges);
    },
    // That file did not come either. The fault is shown and reported all the same.
    () => undefined,
  );
}
