import { useEffect, useState } from 'react';

const interval = 30_000;

/** The present time in milliseconds, for texts such as "3 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
