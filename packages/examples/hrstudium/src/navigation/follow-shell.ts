import type { PortalApi } from '@portico/contract';
import type { createMemoryRouter } from 'react-router-dom';
import { isWithin, withoutBase, withoutLastSlash } from './path';

type MemoryRouter = ReturnType<typeof createMemoryRouter>;

/**
 * Keeps a memory router and the shell's address in step, in both directions; the returned function ends it.
 * `current` is what both sides agree on: whoever moves sets it first, so that an echo finds nothing to do.
 */
export function followShell(router: MemoryRouter, basePath: string, portal: PortalApi): () => void {
  const pathOf = ({ location }: MemoryRouter['state']) => withoutLastSlash(location.pathname + location.search);
  let current = pathOf(router.state);

  const stopTelling = router.subscribe((state) => {
    const path = pathOf(state);
    if (state.navigation.state !== 'idle' || path === current) return;
    current = path;
    window.dispatchEvent(new CustomEvent('module:navigated', { detail: path }));
  });
  const stopListening = portal.subscribe('container:navigated', (detail) => {
    const path = withoutLastSlash(detail);
    if (path === current || !isWithin(path, basePath)) return;
    current = path;
    // The shell keeps the history, so this one does not grow.
    void router.navigate(withoutBase(path, basePath), { replace: true });
  });
  return () => {
    stopTelling();
    stopListening();
  };
}
