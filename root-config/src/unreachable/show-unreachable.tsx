import { createRoot } from 'react-dom/client';
import { Unreachable } from './unreachable';

/** Says in the content area that the server did not answer; returns what takes it away again. */
export function showUnreachable(content: HTMLElement): () => void {
  const element = document.createElement('div');
  content.append(element);
  const root = createRoot(element);
  root.render(<Unreachable />);
  return () => {
    root.unmount();
    element.remove();
  };
}
