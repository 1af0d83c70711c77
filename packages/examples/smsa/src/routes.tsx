import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useMatch } from 'react-router-dom';
import { FocusHeading } from './page/focus-heading';
import { Loading } from './page/loading';
import { Navigation } from './page/navigation';
import { NotFound } from './page/not-found';
import { NewTicketPage } from './tickets/new-ticket-page';
import { TicketListPage } from './tickets/ticket-list-page';
import { TicketPage } from './tickets/ticket-page';

// Separate chunks: anonymous visitors need only these pages, and the help desk does not need them.
const StatusPage = lazy(() => import(/* webpackChunkName: "status" */ './status/status-page'));
const FaqPage = lazy(() => import(/* webpackChunkName: "faq" */ './status/faq-page'));
const EvaluationPage = lazy(() => import(/* webpackChunkName: "evaluation" */ './evaluation/evaluation-page'));

export function AppRoutes() {
  const isEvaluation = useMatch('/tickets/evaluation') !== null;
  return (
    <>
      {!isEvaluation && <Navigation />}
      <div className={isEvaluation ? undefined : 'smsa-page'}>
        <Suspense fallback={<Loading />}>
          <Routes>
            <Route index element={<TicketListPage />} />
            <Route path="tickets" element={<Navigate to="/" replace />} />
            <Route path="tickets/new" element={<NewTicketPage />} />
            <Route path="tickets/evaluation" element={<EvaluationPage />} />
            <Route path="tickets/:id" element={<TicketPage />} />
            <Route path="portal" element={<StatusPage />} />
            <Route path="portal/faq" element={<FaqPage />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
          <FocusHeading />
        </Suspense>
      </div>
    </>
  );
}
