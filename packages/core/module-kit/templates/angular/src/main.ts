import { provideRouter, withEnabledBlockingInitialNavigation } from '@angular/router';
import { createModule } from '@portico/module-kit/angular';
import { App } from './app';
import { routes } from './routes';

/** The single-spa lifecycles; the portal mounts and unmounts the module with them. */
export const { bootstrap, mount, unmount } = createModule(App, {
  // The first page is loaded before the portal shows the module.
  providers: [provideRouter(routes, withEnabledBlockingInitialNavigation())],
});
