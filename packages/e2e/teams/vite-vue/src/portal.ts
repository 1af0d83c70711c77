import { createApp } from 'vue';
import App from './App.vue';

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  const app = createApp(App, { basePath });
  app.mount(element);
  return () => app.unmount();
}
