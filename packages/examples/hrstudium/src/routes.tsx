import type { RouteObject } from 'react-router-dom';
import { CertificatesPage } from './certificates/certificates-page';
import { CataloguePage } from './courses/catalogue-page';
import { CoursePage } from './courses/course-page';
import { LessonPage } from './courses/lesson-page';
import { Layout } from './page/layout';
import { NotFound } from './page/not-found';

export const routes: RouteObject[] = [
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
