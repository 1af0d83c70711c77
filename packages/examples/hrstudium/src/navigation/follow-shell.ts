import type { PortalApi } from '@portico/contract';
import type { createMemoryRouter } from 'react-router-dom';
import { isWithin, withoutBase, withoutLastSlash } from './path';

type MemoryRouter = ReturnType<typeof createMemoryRouter>;

/**
 * Synchronizes a memory router with the shell's address, in both directions.
 * @returns stops it `current` is the agreed path: the side that moves sets it first, so an echo changes nothing.
 */
export function followShell(router: MemoryRouter, basePath: string, portal: PortalApi): () => void {
  const getPath = ({ location }: MemoryRouter['state']) => withoutLastSlash(location.pathname + location.search);
  let current = getPath(router.state);

  const stopTelling = router.subscribe((state) => {
    const path = getPath(state);
    if (state.navigation.state !== 'idle' || path === current) return;
    current = path;
    window.dispatchEvent(new CustomEvent('module:navigated', { detail: path }));
  });
  const stopListening = portal.subscribe('container:navigated', (detail) => {
    const path = withoutLastSlash(detail);
    if (path === current || !isWithin(path, basePath)) return;
    current = path;
    // The shell owns the history; this router's must not grow.
    void router.navigate(withoutBase(path, basePath), { replace: true });
  });
  return () => {
    stopTelling();
    stopListening();
  };
}
