import { mount as mountApp, unmount } from 'svelte';
import App from './App.svelte';

export function mount(target: HTMLElement, { basePath }: { basePath: string }) {
  const app = mountApp(App, { target, props: { basePath } });
  return () => unmount(app);
}
