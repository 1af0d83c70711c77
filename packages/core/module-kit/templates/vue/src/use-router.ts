import type { ModuleProps } from '@portico/module-kit/vue';
import type { App } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import HomePage from './home-page.vue';

/** The addresses of the module, below its base path. */
export async function useRouter(app: App, { basePath, portal }: ModuleProps): Promise<void> {
  const history = createWebHistory(basePath);
  const router = createRouter({
    history,
    routes: [
      // Loads when the user opens it.
      { path: '/new', component: () => import('./new-item-page.vue') },
      { path: '/:path(.*)*', component: HomePage },
    ],
  });
  app.use(router);
  // The router listens to the window while the module is mounted.
  app.onUnmount(() => history.destroy());
  await router.isReady();
  // Otherwise the failure of a lazy page is only logged.
  router.onError((error) => portal.report(error));
}
