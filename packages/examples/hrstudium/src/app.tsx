import type { MountModule } from '@portico/contract';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { LearnerProvider } from './language/learner';
import { followShell } from './navigation/follow-shell';
import { routes } from './routes';
import { adoptSheets } from './sheets';

/** The container exposes this as `./app`. */
export const mount: MountModule = (element, { basePath, portal }) => {
  const removeSheets = adoptSheets();
  const router = createMemoryRouter(routes, {
    basename: basePath,
    initialEntries: [window.location.pathname + window.location.search],
  });
  const stopFollowing = followShell(router, basePath, portal);
  const root = createRoot(element);
  root.render(
    <LearnerProvider portal={portal}>
      <RouterProvider router={router} />
    </LearnerProvider>,
  );
  return () => {
    stopFollowing();
    root.unmount();
    router.dispose();
    removeSheets();
  };
};
