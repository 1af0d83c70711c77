import { lazy, Suspense, useState } from 'react';
import viteLogo from './assets/vite.svg';

const Details = lazy(() => import('./Details.tsx'));

function App({ basePath }: { basePath: string }) {
  const [count, setCount] = useState(0);
  const [hasDetails, setHasDetails] = useState(false);

  return (
    <section>
      <img src={viteLogo} width="32" height="32" alt="Vite logo" />
      <h1>Get started</h1>
      <button type="button" onClick={() => setCount((count) => count + 1)}>
        Count is {count}
      </button>
      <button type="button" onClick={() => setHasDetails(true)}>
        Details
      </button>
      <p>{basePath}</p>
      <Suspense fallback={null}>{hasDetails && <Details />}</Suspense>
    </section>
  );
}

export default App;
