import { createRoot } from 'react-dom/client';
import { FailureView, type FailureViewProps } from './failure-view';
import { ShellFailureView } from './shell-failure-view';

// The places whose module was tried again: the button of that try took the focus with it.
const retriedPlaces = new WeakSet<HTMLElement>();

interface ShownFailure extends Pick<FailureViewProps, 'name' | 'failure' | 'timeoutSeconds' | 'onRetry'> {
  /** What failed is a part of the shell, not the module of a team. */
  readonly isOfShell?: boolean;
}

/**
 * Shows in the place of a module that it failed; returns what takes the panel away again. What has not loaded is tried
 * again by itself once the browser is online.
 */
export function showFailure(
  place: HTMLElement,
  { isOfShell = false, onRetry, ...props }: ShownFailure,
): () => Promise<void> {
  const hasCrashed = props.failure.kind === 'crash';
  const isFocusLost = retriedPlaces.has(place) || hasCrashed;
  const retry = () => {
    retriedPlaces.add(place);
    // The button goes; the content is where the focus waits for what comes.
    place.closest('main')?.focus({ preventScroll: true });
    onRetry();
  };
  const retryUnasked = () => {
    if (place.contains(document.activeElement)) retry();
    else onRetry();
  };
  const element = document.createElement('div');
  place.replaceChildren(element);
  const root = createRoot(element);
  const View = isOfShell && !hasCrashed ? ShellFailureView : FailureView;
  root.render(
    <View
      {...props}
      isWholeContent={place.closest('main') !== null}
      arrival={isFocusLost && isFocusFree(place) ? 'focused' : 'announced'}
      onRetry={retry}
    />,
  );
  if (!hasCrashed) window.addEventListener('online', retryUnasked, { once: true });
  return async () => {
    window.removeEventListener('online', retryUnasked);
    root.unmount();
  };
}

/** Whether the focus stands on nothing in particular: on the page, or on the content as a whole. */
function isFocusFree(place: HTMLElement): boolean {
  return document.activeElement === null || document.activeElement.contains(place);
}
