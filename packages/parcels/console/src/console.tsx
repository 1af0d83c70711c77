import type { ModuleComponentProps } from '@portico/module-kit';
import { BrowserRouter } from 'react-router-dom';
import { CallerProvider } from './caller/caller';
import { Frame } from './frame/frame';
import { OperatorProvider } from './request/operator-provider';
import { views } from './views';

/** The console: a module as those of teams, for users who have a role. */
export function Console({ basePath }: ModuleComponentProps) {
  return (
    // No transitions: the text of a search field comes from the address, and must follow each key immediately.
    <BrowserRouter basename={basePath} useTransitions={false}>
      <OperatorProvider>
        <CallerProvider>
          <Frame views={views} />
        </CallerProvider>
      </OperatorProvider>
    </BrowserRouter>
  );
}
