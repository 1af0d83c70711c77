import { type Address, appsAtom, getModuleKeys, readPage, sessionAtom, store } from '@portico/shared';
import { getRoute, type Route } from './routes';

/** A route that is not a redirect. */
export type ScreenRoute = Exclude<Route, { kind: 'redirect' }>;

/** A route after all redirects; `redirectedTo` is where they led. */
export interface ResolvedRoute {
  readonly route: ScreenRoute;
  readonly redirectedTo?: string;
}

/** Finds what is on screen at an address for the current session. */
export function resolveRoute(address: Address): ResolvedRoute {
  const { importMap, overrides } = readPage();
  const input = {
    status: store.get(sessionAtom).status,
    apps: store.get(appsAtom).map(({ module }) => module),
    modules: getModuleKeys({ imports: { ...importMap.imports, ...overrides } }),
  };
  let route = getRoute({ ...input, address });
  let redirectedTo: string | undefined;
  // The longest chain is /signin?link=/signin?link=…, which gets shorter with every step.
  while (route.kind === 'redirect') {
    redirectedTo = route.to;
    route = getRoute({ ...input, address: new URL(route.to, location.origin) });
  }
  return { route, ...(redirectedTo !== undefined && { redirectedTo }) };
}
