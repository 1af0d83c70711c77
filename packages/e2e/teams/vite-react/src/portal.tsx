import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App.tsx';

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <App basePath={basePath} />
    </StrictMode>,
  );
  return () => root.unmount();
}
