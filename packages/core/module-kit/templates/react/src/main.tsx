import { createModule } from '@portico/module-kit';
import { App } from './app';
import styles from './app.css?inline';

/** The single-spa lifecycles; the portal mounts and unmounts the module with them. */
export const { bootstrap, mount, unmount } = createModule(App, { styleSheets: [styles] });
