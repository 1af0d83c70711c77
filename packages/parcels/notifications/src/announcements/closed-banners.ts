import { listen, readStorage, writeStorage } from '@portico/shared';
import { useCallback, useEffect, useState } from 'react';

const storageKey = 'portico:closed-banners';
/** Keys of banners that are over are never removed one by one. */
const keysMax = 50;

const readKeys = () => (readStorage('localStorage', storageKey) ?? '').split(' ').filter(Boolean);

/** The keys of the banners that the user closed, in this tab or another one, and a function that closes one. */
export function useClosedBanners(): [readonly string[], (key: string) => void] {
  const [keys, setKeys] = useState<readonly string[]>(readKeys);
  useEffect(() => listen(window, ['storage'], () => setKeys((own) => [...new Set([...own, ...readKeys()])])), []);
  const close = useCallback((key: string) => {
    setKeys((own) => [...own, key]);
    writeStorage('localStorage', storageKey, [...readKeys(), key].slice(-keysMax).join(' '));
  }, []);
  return [keys, close];
}
