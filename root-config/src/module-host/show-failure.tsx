import {
  type DeveloperBundle,
  type FailedName,
  type ModuleFailureKind,
  type OverrideFailure,
  readPage,
  type TextKey,
} from '@portico/shared';
import type { ComponentType } from 'react';
import { FailureView, type FailureViewProps } from './failure-view';
import type { ModuleFailure } from './module-failure';
import { showView } from './show-view';

// Places whose *Try again* button was pressed: it had the focus, and is removed now.
const retriedPlaces = new WeakSet<HTMLElement>();

const titles: Partial<Record<ModuleFailureKind, TextKey>> = {
  'not-installed': 'failure.not_installed',
  crash: 'failure.crashed',
  'not-granted': 'failure.not_granted',
  'no-parcel': 'failure.no_parcel',
  cycle: 'failure.cycle',
};

interface ShownFailure {
  /** The name in the import map. */
  readonly source: string;
  /** The name on screen. */
  readonly name: string;
  readonly failure: ModuleFailure;
  /** @param reloadsFiles whether to load the files again, even if they had loaded before a crash */
  readonly onRetry: (reloadsFiles?: boolean) => void;
  /** A panel by default. */
  readonly View?: ComponentType<FailureViewProps> | undefined;
}

/**
 * Shows a failure in the place of an application; returns a function that removes it. An application that did not load
 * is retried once the browser is online again.
 */
export function showFailure(
  place: HTMLElement,
  { source, name, failure, onRetry, View = FailureView }: ShownFailure,
): () => Promise<void> {
  const hasCrashed = failure.kind === 'crash';
  const retry = (reloadsFiles = false) => {
    retriedPlaces.add(place);
    // The button disappears. Focus the content, or only the place of a part of it, so that the user stays there.
    const isPart = place.dataset.porticoParcel !== undefined;
    if (isPart) place.tabIndex = -1;
    (isPart ? place : place.closest('main'))?.focus({ preventScroll: true });
    onRetry(reloadsFiles);
  };
  const retryOnline = () => {
    if (place.contains(document.activeElement)) retry();
    else onRetry();
  };
  place.replaceChildren();
  const view = showView(place, retriedPlaces.has(place) || hasCrashed);
  const render = (override?: OverrideFailure) =>
    view.render((arrival) => (
      <View
        name={name}
        failure={failure}
        title={titles[failure.kind] ?? 'failure.not_loaded'}
        isWholeContent={place.closest('main') !== null}
        arrival={arrival}
        override={override}
        onRetry={() => retry()}
      />
    ));
  render();
  let isShown = true;
  void explainOverride({ name: source, kind: failure.kind, retry: () => retry(true) }).then((override) => {
    if (override && isShown) render(override);
  });
  if (!hasCrashed) window.addEventListener('online', retryOnline, { once: true });
  return async () => {
    isShown = false;
    window.removeEventListener('online', retryOnline);
    view.end();
  };
}

/** Returns the developer parcel's addition to the panel; nothing for other users. */
async function explainOverride(failed: FailedName): Promise<OverrideFailure | undefined> {
  if (!readPage().state.isDeveloper) return undefined;
  // The module host has reported the failure.
  const developer = await System.import<DeveloperBundle>('@portico/developer').catch(() => undefined);
  return developer?.explainOverrideFailure(failed);
}
