import { createRoot } from 'react-dom/client';
import { FailureView, type FailureViewProps } from './failure-view';

/** Draws the failure panel into a place; returns what takes it away again. */
export function showFailure(place: HTMLElement, props: FailureViewProps): () => Promise<void> {
  const element = document.createElement('div');
  place.replaceChildren(element);
  const root = createRoot(element);
  root.render(<FailureView {...props} />);
  return async () => root.unmount();
}
