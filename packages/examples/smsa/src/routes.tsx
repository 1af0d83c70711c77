import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Arrival } from './page/arrival';
import { Layout } from './page/layout';
import { Loading } from './page/loading';
import { NotFound } from './page/not-found';
import { NewTicketPage } from './tickets/new-ticket-page';
import { TicketListPage } from './tickets/ticket-list-page';
import { TicketPage } from './tickets/ticket-page';

// Two chunks: visitors load only the public pages, the desk does not load them.
const StatusPage = lazy(() =>
  import(/* webpackChunkName: "status" */ './status/status-page').then((file) => ({ default: file.StatusPage })),
);
const FaqPage = lazy(() =>
  import(/* webpackChunkName: "faq" */ './status/faq-page').then((file) => ({ default: file.FaqPage })),
);
const EvaluationPage = lazy(() =>
  import(/* webpackChunkName: "evaluation" */ './evaluation/evaluation-page').then((file) => ({
    default: file.EvaluationPage,
  })),
);

export function AppRoutes() {
  return (
    <Arrival>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="tickets/evaluation" element={<EvaluationPage />} />
          <Route element={<Layout />}>
            <Route index element={<TicketListPage />} />
            <Route path="tickets" element={<Navigate to="/" replace />} />
            <Route path="tickets/new" element={<NewTicketPage />} />
            <Route path="tickets/:id" element={<TicketPage />} />
            <Route path="portal" element={<StatusPage />} />
            <Route path="portal/faq" element={<FaqPage />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </Arrival>
  );
}
