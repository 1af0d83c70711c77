import { createModule, type ModuleComponentProps } from '@portico/module-kit';
import { BrowserRouter } from 'react-router-dom';
import evaluation from './evaluation/evaluation.css';
import { useLanguage } from './language/use-language';
import page from './page/page.css';
import { AppRoutes } from './routes';
import status from './status/status.css';
import { DraftsProvider } from './tickets/drafts';
import form from './tickets/form.css';
import list from './tickets/list.css';
import ticket from './tickets/ticket.css';
import { useOtherTabs } from './tickets/use-ticket-status';
import { WaitingCard } from './tickets/waiting-card';
import waitingCard from './tickets/waiting-card.css';

function App({ basePath }: ModuleComponentProps) {
  const { locale } = useLanguage();
  useOtherTabs();
  return (
    // No transitions: the text of the search field comes from the address, and must follow each key immediately.
    <BrowserRouter basename={basePath} useTransitions={false}>
      <div className="smsa" lang={locale === 'en' ? 'en' : 'pt-BR'}>
        <DraftsProvider>
          <AppRoutes />
        </DraftsProvider>
      </div>
    </BrowserRouter>
  );
}

/** The container exposes this as `./app`: single-spa lifecycles, which render on the portal's React. */
export const { bootstrap, mount, unmount } = createModule(App, {
  styleSheets: [page, list, ticket, form, status, evaluation],
});

/** The parcel that package.json puts on the home page of the portal. */
export const waiting = createModule(WaitingCard, { styleSheets: [page, waitingCard] });
