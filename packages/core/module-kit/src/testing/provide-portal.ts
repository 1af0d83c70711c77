import { createPagePortal, type PagePortal, type PortalApi } from '@portico/contract';
import { createPortalDouble, type PortalCalls, type PortalDoubleOptions } from './portal-double';

const provided: PagePortal[] = [];

/** Lets `getPortal` find a portal from now on; returns a function that ends that. The last one counts. */
export function definePortal(portal: PortalApi): () => void {
  const page = createPagePortal(portal);
  provided.push(page);
  Object.defineProperty(window, 'porticoPortal', { value: () => provided.at(-1), configurable: true });
  return () => void provided.splice(provided.indexOf(page), 1);
}

/**
 * Provides a portal for `getPortal`, in the test of a package that is not mounted.
 * @returns its calls, and `end`, which takes the portal away
 */
export function providePortal(options: PortalDoubleOptions = {}): { readonly calls: PortalCalls; end(): void } {
  const { portal, calls, release } = createPortalDouble(options, () => {});
  const withdraw = definePortal(portal);
  return {
    calls,
    end() {
      release();
      withdraw();
    },
  };
}
