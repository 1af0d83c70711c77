import type { PagePortal } from '@portico/contract';

export type { PagePortal } from '@portico/contract';

/**
 * Returns the portal of the page, for code that is not mounted, such as a package: the user, their token, and what a
 * module gets, except `setTitle` and `setDirty`. Call it where it is needed, not once: a test has a portal of its own.
 * @param name of the package in reports; by default, the script of the caller decides
 * @throws Error outside a portal, and before its first module loads
 */
export function getPortal(name?: string): PagePortal {
  const portal = globalThis.window?.porticoPortal?.(name);
  if (portal) return portal;
  throw new Error(
    'No portal found: getPortal works in a page of a portal, once its shell has started, and in tests after mountModule or providePortal of @portico/module-kit/testing.',
  );
}
