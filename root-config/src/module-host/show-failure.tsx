import { createRoot } from 'react-dom/client';
import { FailureView, type FailureViewProps } from './failure-view';

// The places whose module was tried again: the button of that try took the focus with it.
const retriedPlaces = new WeakSet<HTMLElement>();

/** Shows in the place of a module that it failed; returns what takes the panel away again. */
export function showFailure(
  place: HTMLElement,
  { onRetry, ...props }: Pick<FailureViewProps, 'name' | 'failure' | 'timeoutSeconds' | 'onRetry'>,
): () => Promise<void> {
  const isFocusLost = retriedPlaces.has(place) || props.failure.kind === 'crash';
  const retry = () => {
    retriedPlaces.add(place);
    // The button goes; the content is where the focus waits for what comes.
    place.closest('main')?.focus({ preventScroll: true });
    onRetry();
  };
  const element = document.createElement('div');
  place.replaceChildren(element);
  const root = createRoot(element);
  root.render(
    <FailureView
      {...props}
      isWholeContent={place.closest('main') !== null}
      arrival={isFocusLost && isFocusFree(place) ? 'focused' : 'announced'}
      onRetry={retry}
    />,
  );
  return async () => root.unmount();
}

/** Whether the focus stands on nothing in particular: on the page, or on the content as a whole. */
function isFocusFree(place: HTMLElement): boolean {
  return document.activeElement === null || document.activeElement.contains(place);
}
