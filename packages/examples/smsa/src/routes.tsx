import { usePortal } from '@portico/module-kit';
import { lazy, Suspense } from 'react';
import { Link, Navigate, Route, Routes, useHref, useLocation, useMatch } from 'react-router-dom';
import { useLanguage } from './language/use-language';
import { FocusHeading } from './page/focus-heading';
import { Navigation } from './page/navigation';
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

/** Shown while the code of a page loads. */
function Loading() {
  const { text } = useLanguage();
  return (
    <div className="smsa-loading" role="status">
      <span className="smsa-hidden">{text.loading}</span>
      <i className="smsa-bone smsa-bone-title" />
      <i className="smsa-bone" />
      <i className="smsa-bone" />
    </div>
  );
}

/** Shown for an unknown address; the address stays unchanged. */
function NotFound() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const address = useHref(useLocation());
  return (
    <div className="smsa-empty">
      <h1 tabIndex={-1}>{text.notFound.title}</h1>
      <p className="smsa-muted">{text.notFound.body}</p>
      <p>
        <code className="smsa-code">{address}</code>
      </p>
      <Link className="smsa-button" to={user ? '/' : '/portal'}>
        {user ? text.notFound.back : text.notFound.backVisitor}
      </Link>
    </div>
  );
}
