import { type Address, appsAtom, moduleKeysOf, readPage, sessionAtom, store } from '@portico/shared';
import { type Route, routeOf } from './routes';

/** A route that something can be shown for. */
export type ScreenRoute = Exclude<Route, { kind: 'redirect' }>;

/** A route with its redirects already followed; `redirectedTo` is where they led, if any were. */
export interface SettledRoute {
  readonly route: ScreenRoute;
  readonly redirectedTo?: string;
}

/** What is to be on screen at an address, for the session as it is now. */
export function settledRouteAt(address: Address): SettledRoute {
  const { importMap, overrides } = readPage();
  const input = {
    status: store.get(sessionAtom).status,
    apps: store.get(appsAtom).map(({ module }) => module),
    modules: moduleKeysOf({ imports: { ...importMap.imports, ...overrides } }),
  };
  let route = routeOf({ ...input, address });
  let redirectedTo: string | undefined;
  // The longest chain is /signin?link=/signin?link=…, which gets shorter with every step.
  while (route.kind === 'redirect') {
    redirectedTo = route.to;
    route = routeOf({ ...input, address: new URL(route.to, location.origin) });
  }
  return { route, ...(redirectedTo !== undefined && { redirectedTo }) };
}
