import type { PortalApi } from '@portico/module-kit';
import type { createMemoryRouter } from 'react-router-dom';

type MemoryRouter = ReturnType<typeof createMemoryRouter>;

/** `/a/?b=1` and `/a?b=1` are the same place. */
const withoutLastSlash = (path: string) => path.replace(/\/(?=\?|$)/, '');

const getPath = ({ location }: MemoryRouter['state']) => withoutLastSlash(location.pathname + location.search);

/** Synchronizes a memory router with the shell's address, in both directions. Returns a function that ends that. */
export function followShell(router: MemoryRouter, basePath: string, portal: PortalApi): () => void {
  // The agreed path: the side that moves sets it first, so an echo changes nothing.
  let current = getPath(router.state);

  const stopTelling = router.subscribe((state) => {
    const path = getPath(state);
    if (state.navigation.state !== 'idle' || path === current) return;
    current = path;
    window.dispatchEvent(new CustomEvent('module:navigated', { detail: path }));
  });
  const stopListening = portal.subscribe('container:navigated', (detail) => {
    const path = withoutLastSlash(detail);
    const below = path.slice(basePath.length);
    // `/hrstudium-2` is another module's.
    if (path === current || !path.startsWith(basePath) || !/^(?:[/?]|$)/.test(below)) return;
    current = path;
    // The shell owns the history; this router's must not grow.
    void router.navigate(below.startsWith('/') ? below : `/${below}`, { replace: true });
  });
  return () => {
    stopTelling();
    stopListening();
    router.dispose();
  };
}
