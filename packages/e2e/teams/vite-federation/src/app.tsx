import { useState } from 'react';

export default function App({ basePath }: { basePath: string }) {
  const [count, setCount] = useState(0);
  return (
    <section>
      <h1>Vite federation</h1>
      <button type="button" onClick={() => setCount((count) => count + 1)}>
        Count is {count}
      </button>
      <p>{basePath}</p>
    </section>
  );
}
