import type { ModuleProps } from '@portico/contract';
import { useInsertionEffect, version } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { LanguageProvider } from './language/language';
import { PortalProvider } from './page/portal';
import { AppRoutes } from './routes';
import { adoptSheets } from './sheets';
import { DraftsProvider } from './tickets/drafts-provider';

/**
 * The container exposes this as `./app`. The portal renders it in its own React root, so every hook below runs on the
 * portal's React. React reserves the prop `key`, so it never arrives here.
 */
export default function App({ basePath, portal }: Pick<ModuleProps, 'basePath' | 'portal'>) {
  useInsertionEffect(adoptSheets, []);
  return (
    <PortalProvider portal={portal}>
      <LanguageProvider portal={portal}>
        {/* Not in transitions: the search field's text stands in the address, and a field cannot lag behind its keys. */}
        <BrowserRouter basename={basePath} useTransitions={false}>
          <div className="smsa" data-testid="smsa-root" data-react-version={version}>
            <DraftsProvider>
              <AppRoutes />
            </DraftsProvider>
          </div>
        </BrowserRouter>
      </LanguageProvider>
    </PortalProvider>
  );
}
