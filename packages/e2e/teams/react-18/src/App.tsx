import { lazy, Suspense, useState, version } from 'react';

const Details = lazy(() => import('./Details'));

export default function App({ title, basePath }: { title: string; basePath: string }) {
  const [count, setCount] = useState(0);
  const [hasDetails, setHasDetails] = useState(false);
  return (
    <section>
      <h1>{title}</h1>
      <p>{version}</p>
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
