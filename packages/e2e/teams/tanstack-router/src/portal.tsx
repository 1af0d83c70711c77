import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

const rootRoute = createRootRoute({
  component: () => (
    <section>
      <h1>TanStack Router</h1>
      <Link to="/">Home</Link> <Link to="/about">About</Link>
      <Outlet />
    </section>
  ),
});

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => <h2>Welcome</h2> });

const aboutRoute = createRoute({ getParentRoute: () => rootRoute, path: '/about' }).lazy(() =>
  import('./about.lazy.tsx').then((file) => file.Route),
);

const routeTree = rootRoute.addChildren([indexRoute, aboutRoute]);

let router: ReturnType<typeof createRouter> | undefined;

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  // One router for all visits: its history never stops listening to the browser.
  router ??= createRouter({ routeTree, basepath: basePath });
  const root = createRoot(element);
  root.render(<RouterProvider router={router} />);
  return () => root.unmount();
}
