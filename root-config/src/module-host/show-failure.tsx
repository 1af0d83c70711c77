import type { FailedName, OverrideFailure } from '@portico/shared';
import { createRoot } from 'react-dom/client';
import { BarFailureView, FailureView, type FailureViewProps, ShellFailureView } from './failure-view';

// Their *Try again* button had the focus, which went with it.
const retriedPlaces = new WeakSet<HTMLElement>();

interface ShownFailure extends Pick<FailureViewProps, 'name' | 'failure' | 'timeoutSeconds'> {
  /** The name in the import map. */
  readonly source: string;
  /** Whether a part of the shell failed, not the module of a team. */
  readonly isOfShell?: boolean;
  /** Whether the place has room for one line. */
  readonly isBar?: boolean | undefined;
  /** @param isAnew whether to load the files again, even if they had loaded before a crash */
  readonly onRetry: (isAnew?: boolean) => void;
  /** Returns what a developer is told about the failure in addition. */
  readonly explain?: (failed: FailedName) => Promise<OverrideFailure | undefined>;
}

/**
 * Shows a failure panel in the place of a module; returns a function that removes it. A module that did not load is
 * retried once the browser is online again.
 */
export function showFailure(
  place: HTMLElement,
  { isOfShell = false, isBar = false, source, onRetry, explain, ...props }: ShownFailure,
): () => Promise<void> {
  const hasCrashed = props.failure.kind === 'crash';
  const isFocusLost = retriedPlaces.has(place) || hasCrashed;
  const retry = (isAnew = false) => {
    retriedPlaces.add(place);
    // The button disappears; the focus waits at the content.
    place.closest('main')?.focus({ preventScroll: true });
    onRetry(isAnew);
  };
  const retryOnline = () => {
    if (place.contains(document.activeElement)) retry();
    else onRetry();
  };
  const element = document.createElement('div');
  place.replaceChildren(element);
  const root = createRoot(element);
  const arrival = isFocusLost && isFocusFree(place) ? 'focused' : 'announced';
  const render = (override?: OverrideFailure) => {
    const ShellView = isBar ? BarFailureView : ShellFailureView;
    const View = isBar || (isOfShell && !hasCrashed && !override) ? ShellView : FailureView;
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
  void explain?.({ name: source, kind: props.failure.kind, retry: () => retry(true) }).then((override) => {
    if (override && isShown) render(override);
  });
  if (!hasCrashed) window.addEventListener('online', retryOnline, { once: true });
  return async () => {
    isShown = false;
    window.removeEventListener('online', retryOnline);
    root.unmount();
  };
}

/** Whether nothing particular has the focus: only the page, or the content as a whole. */
function isFocusFree(place: HTMLElement): boolean {
  return document.activeElement === null || document.activeElement.contains(place);
}
