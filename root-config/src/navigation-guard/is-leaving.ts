import { settledRouteAt } from '../routing/current-route';

/**
 * Whether going from one address to another leaves what is on screen. A module stays as long as the address is its own;
 * a screen of the shell is left by any change, because it may show another part of itself by the fragment.
 */
export function isLeaving(from: URL, to: URL): boolean {
  const { route, redirectedTo } = settledRouteAt(from);
  // Nobody can stay there: the router is on its way.
  if (redirectedTo !== undefined) return false;
  if (route.kind === 'screen') return from.href !== to.href;
  const next = settledRouteAt(to).route;
  return next.kind !== 'module' || next.key !== route.key;
}
