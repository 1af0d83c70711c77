import { type Address, appKeysAtom, type RefusedAddress, sessionAtom, store } from '@portico/shared';
import { liveImportMap } from '../import-map/live-import-map';
import { getRoute, type Route } from './routes';

/** A route that is not a redirect. */
export type ScreenRoute = Exclude<Route, { kind: 'redirect' }>;

/** A route after all redirects: `redirectedTo` is the final address, `refused` why the user may not open theirs. */
interface ResolvedRoute {
  readonly route: ScreenRoute;
  readonly redirectedTo: string | undefined;
  readonly refused: RefusedAddress | undefined;
}

/** Finds what is on screen at an address for the current session. */
export function resolveRoute(address: Address): ResolvedRoute {
  const { status } = store.get(sessionAtom);
  const input = {
    status,
    apps: store.get(appKeysAtom),
    findModule: (segment: string) => liveImportMap.findModule(segment),
  };
  let route = getRoute({ ...input, address });
  let redirectedTo: string | undefined;
  let refused: RefusedAddress | undefined;
  // The longest chain is /signin?link=/signin?link=…, which gets shorter with every step.
  while (route.kind === 'redirect') {
    redirectedTo = route.to;
    refused = route.refused ?? refused;
    route = getRoute({ ...input, address: new URL(route.to, location.origin) });
  }
  return { route, redirectedTo, refused };
}
