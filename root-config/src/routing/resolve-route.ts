import { type Address, type App, appsAtom, type RefusedAddress, sessionAtom, store } from '@portico/shared';
import { liveImportMap } from '../import-map/live-import-map';
import { getRoute, type Route } from './routes';

/** A route that is not a redirect. */
export type ScreenRoute = Exclude<Route, { kind: 'redirect' }>;

/**
 * A route after all redirects. `redirectedTo` is the final address; `refused` says why the user may not open theirs.
 */
export interface ResolvedRoute {
  readonly route: ScreenRoute;
  readonly redirectedTo?: string;
  readonly refused?: RefusedAddress;
}

/** All that the latest route was computed from, and the route. */
let latest:
  | (Address & { readonly status: string; readonly apps: readonly App[]; readonly resolved: ResolvedRoute })
  | undefined;

/**
 * Finds what is on screen at an address for the current session. Computes it once for each navigation: single-spa asks
 * for every registered application.
 */
export function resolveRoute({ pathname, search, hash }: Address): ResolvedRoute {
  const { status } = store.get(sessionAtom);
  const apps = store.get(appsAtom);
  const isKnown =
    latest?.pathname === pathname &&
    latest.search === search &&
    latest.hash === hash &&
    latest.status === status &&
    latest.apps === apps;
  if (latest && isKnown) return latest.resolved;
  const resolved = followRedirects({ pathname, search, hash });
  // Not cached: the answer of the server decides.
  latest = resolved.route.kind === 'unknown-module' ? undefined : { pathname, search, hash, status, apps, resolved };
  return resolved;
}

function followRedirects(address: Address): ResolvedRoute {
  const { status } = store.get(sessionAtom);
  const input = { status, apps: getAppKeys(), hasModule: (key: string) => liveImportMap.hasModule(key) };
  let route = getRoute({ ...input, address });
  let redirectedTo: string | undefined;
  let refused: RefusedAddress | undefined;
  // The longest chain is /signin?link=/signin?link=…, which gets shorter with every step.
  while (route.kind === 'redirect') {
    redirectedTo = route.to;
    refused = route.refused ?? refused;
    route = getRoute({ ...input, address: new URL(route.to, location.origin) });
  }
  return { route, ...(redirectedTo !== undefined && { redirectedTo }), ...(refused && { refused }) };
}

let appKeys: { readonly apps: readonly App[]; readonly keys: ReadonlySet<string> } | undefined;

/** The module keys of the user's applications. */
export function getAppKeys(): ReadonlySet<string> {
  const apps = store.get(appsAtom);
  if (appKeys?.apps !== apps) appKeys = { apps, keys: new Set(apps.map(({ module }) => module)) };
  return appKeys.keys;
}
