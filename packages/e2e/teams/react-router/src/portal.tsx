import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';

function Layout() {
  return (
    <section>
      <h1>React Router</h1>
      <Link to="/">Home</Link> <Link to="/about">About</Link>
      <Outlet />
    </section>
  );
}

const routes = [
  {
    path: '/',
    Component: Layout,
    children: [
      { index: true, Component: () => <h2>Welcome</h2> },
      { path: 'about', lazy: () => import('./About.tsx') },
    ],
  },
];

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  const router = createBrowserRouter(routes, { basename: basePath });
  const root = createRoot(element);
  root.render(<RouterProvider router={router} />);
  return () => {
    root.unmount();
    router.dispose();
  };
}
