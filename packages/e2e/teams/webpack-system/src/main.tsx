import { createRoot } from 'react-dom/client';
import App from './App';

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  const root = createRoot(element);
  root.render(<App title="webpack System" basePath={basePath} />);
  return () => root.unmount();
}
