import { createRoot } from 'react-dom/client';
import App from './App.tsx';

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  const root = createRoot(element);
  root.render(<App title="React 18" basePath={basePath} />);
  return () => root.unmount();
}
