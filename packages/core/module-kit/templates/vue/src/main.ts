import { createModule } from '@portico/module-kit/vue';
import styles from './app.css?inline';
import App from './app.vue';
import { useRouter } from './use-router';

/** The single-spa lifecycles; the portal mounts and unmounts the module with them. */
export const { bootstrap, mount, unmount } = createModule(App, { styleSheets: [styles], setup: useRouter });
