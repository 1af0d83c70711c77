import type { OverrideFailure } from '@portico/shared';
import { createRoot } from 'react-dom/client';
import { explainFailure } from '../developer/developer';
import { FailureView, type FailureViewProps } from './failure-view';
import { ShellFailureView } from './shell-failure-view';

// The places whose module was tried again: the button of that try took the focus with it.
const retriedPlaces = new WeakSet<HTMLElement>();

interface ShownFailure extends Pick<FailureViewProps, 'name' | 'failure' | 'timeoutSeconds'> {
  /** Its name in the import map. */
  readonly source: string;
  /** What failed is a part of the shell, not the module of a team. */
  readonly isOfShell?: boolean;
  /** @param isAnew whether its files are loaded again, even if they had been and it crashed later */
  readonly onRetry: (isAnew?: boolean) => void;
}

/**
 * Shows in the place of a module that it failed; returns what takes the panel away again. What has not loaded is tried
 * again by itself once the browser is online.
 */
export function showFailure(
  place: HTMLElement,
  { isOfShell = false, source, onRetry, ...props }: ShownFailure,
): () => Promise<void> {
  const hasCrashed = props.failure.kind === 'crash';
  const isFocusLost = retriedPlaces.has(place) || hasCrashed;
  const retry = (isAnew = false) => {
    retriedPlaces.add(place);
    // The button goes; the content is where the focus waits for what comes.
    place.closest('main')?.focus({ preventScroll: true });
    onRetry(isAnew);
  };
  const retryUnasked = () => {
    if (place.contains(document.activeElement)) retry();
    else onRetry();
  };
  const element = document.createElement('div');
  place.replaceChildren(element);
  const root = createRoot(element);
  const arrival = isFocusLost && isFocusFree(place) ? 'focused' : 'announced';
  const render = (override?: OverrideFailure) => {
    const View = isOfShell && !hasCrashed && !override ? ShellFailureView : FailureView;
    root.render(
      <View
        {...props}
        override={override}
        isWholeContent={place.closest('main') !== null}
        arrival={arrival}
        onRetry={() => retry()}
      />,
    );
  };
  render();
  let isShown = true;
  void explainFailure({ name: source, kind: props.failure.kind, retry: () => retry(true) }).then((override) => {
    if (override && isShown) render(override);
  });
  if (!hasCrashed) window.addEventListener('online', retryUnasked, { once: true });
  return async () => {
    isShown = false;
    window.removeEventListener('online', retryUnasked);
    root.unmount();
  };
}

/** Whether the focus stands on nothing in particular: on the page, or on the content as a whole. */
function isFocusFree(place: HTMLElement): boolean {
  return document.activeElement === null || document.activeElement.contains(place);
}
