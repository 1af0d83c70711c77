import { createModule } from '@portico/module-kit';
import { App } from './app';
import sheet from './app.css';

/** The single-spa lifecycles; the portal mounts and unmounts the module with them. */
export const { bootstrap, mount, unmount } = createModule(App, { styleSheets: [sheet] });
