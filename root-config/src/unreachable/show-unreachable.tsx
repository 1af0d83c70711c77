import { restoreSession } from '@portico/shared';
import { createRoot } from 'react-dom/client';
import { Unreachable } from './unreachable';

/** Says in the content area that the server did not answer; returns what takes it away again. */
export function showUnreachable(content: HTMLElement): () => void {
  const retry = () => {
    // The button goes; the content is where the focus waits for what comes.
    content.focus({ preventScroll: true });
    void restoreSession();
  };
  const element = document.createElement('div');
  content.append(element);
  const root = createRoot(element);
  root.render(<Unreachable onRetry={retry} />);
  return () => {
    root.unmount();
    element.remove();
  };
}
