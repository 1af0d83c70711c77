import { createModule, type ModuleComponentProps } from '@portico/module-kit';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import certificates from './certificates/certificates.css';
import { CertificatesPage } from './certificates/certificates-page';
import catalogue from './courses/catalogue.css';
import { CataloguePage } from './courses/catalogue-page';
import course from './courses/course.css';
import { CoursePage } from './courses/course-page';
import { LessonPage } from './courses/lesson-page';
import { useLanguage } from './language/use-language';
import { followShell } from './navigation/follow-shell';
import { Layout } from './page/layout';
import { NotFound } from './page/message-page';
import page from './page/page.css';

const routes = [
  {
    element: <Layout />,
    children: [
      { index: true, element: <CataloguePage /> },
      { path: 'courses/:course', element: <CoursePage /> },
      { path: 'courses/:course/lessons/:lesson', element: <LessonPage /> },
      { path: 'certificates', element: <CertificatesPage /> },
      { path: '*', element: <NotFound /> },
    ],
  },
];

function App({ basePath, portal }: ModuleComponentProps) {
  const { locale } = useLanguage();
  const [router] = useState(() =>
    createMemoryRouter(routes, {
      basename: basePath,
      initialEntries: [window.location.pathname + window.location.search],
    }),
  );
  useEffect(() => followShell(router, basePath, portal), [router, basePath, portal]);
  return (
    <div className="hrs" lang={locale === 'en' ? 'en' : 'pt-BR'}>
      <RouterProvider router={router} />
    </div>
  );
}

/** The container exposes this as `./app`: single-spa lifecycles made from a component. */
export const { bootstrap, mount, unmount } = createModule(App, {
  styleSheets: [page, catalogue, course, certificates],
});
