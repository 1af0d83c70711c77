import type { ModuleComponentProps } from '@portico/module-kit';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { HomePage } from './home-page';

// Loaded when somebody opens it.
const NewItemPage = lazy(() => import('./new-item-page'));

/** The addresses of the module, below its base path. */
export function App({ basePath }: ModuleComponentProps) {
  return (
    <section className="app-new-module">
      <BrowserRouter basename={basePath}>
        <Suspense>
          <Routes>
            <Route path="/new" element={<NewItemPage />} />
            <Route path="*" element={<HomePage />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </section>
  );
}
