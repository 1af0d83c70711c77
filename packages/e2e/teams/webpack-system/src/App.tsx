import './App.css';
import { lazy, Suspense, useState } from 'react';

const Details = lazy(() => import('./Details'));

export default function App({ title, basePath }: { title: string; basePath: string }) {
  const [count, setCount] = useState(0);
  const [hasDetails, setHasDetails] = useState(false);
  return (
    <section className="webpack-system">
      <h1>{title}</h1>
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
