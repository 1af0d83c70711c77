import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App.tsx';

export function mount(element: HTMLElement) {
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  return () => root.unmount();
}
