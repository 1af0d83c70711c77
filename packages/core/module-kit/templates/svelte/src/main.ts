import { createModule } from '@portico/module-kit/svelte';
import styles from './app.css?inline';
import App from './app.svelte';

/** The single-spa lifecycles; the portal mounts and unmounts the module with them. */
export const { bootstrap, mount, unmount } = createModule(App, { styleSheets: [styles] });
