import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate, usePath } from '../parts/navigation';
import { SignInForm } from '../parts/sign-in-form';
import { TopBar } from '../parts/top-bar';

const One = lazy(() => import('one/app').then((module) => ({ default: module.One })));
const Two = lazy(() => import('two/app').then((module) => ({ default: module.Two })));

function Portal() {
  const path = usePath();
  if (path === '/signin') {
    return (
      <main>
        <SignInForm navigate={navigate} />
      </main>
    );
  }
  return (
    <>
      <TopBar />
      <main>
        <Suspense fallback={<p>Loading …</p>}>
          {path.startsWith('/two/') ? <Two navigate={navigate} /> : <One navigate={navigate} />}
        </Suspense>
      </main>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Portal />);
