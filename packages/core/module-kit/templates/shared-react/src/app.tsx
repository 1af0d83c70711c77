import type { ModuleComponentProps } from '@portico/module-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { HomePage } from './home-page';

// Loads when the user opens it.
const NewItemPage = lazy(() => import('./new-item-page'));

/** The addresses of the module, below its base path. */
export function App({ basePath, portal }: ModuleComponentProps) {
  // Keeps typed text while the user moves within the module; the portal asks before they leave it.
  const [name, setName] = useState('');
  useEffect(() => portal.setDirty(name !== ''), [portal, name]);
  return (
    <section className="app-new-module">
      <BrowserRouter basename={basePath}>
        <Suspense>
          <Routes>
            <Route path="/new" element={<NewItemPage name={name} onName={setName} />} />
            <Route path="*" element={<HomePage />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </section>
  );
}
