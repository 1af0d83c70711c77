import {
  type Address,
  findFirstLayout,
  findPublicPage,
  findScreen,
  getSignInAddress,
  type Layout,
  type RefusedAddress,
  returnPath,
  type SessionStatus,
  type screens,
} from '@portico/shared';

/** A screen of the table, or what the shell shows by itself while it does not know whether the user is signed in. */
export type ScreenName = (typeof screens)[number]['name'] | 'unreachable' | 'restoring';

export type Route =
  | { readonly kind: 'screen'; readonly screen: ScreenName; readonly layout: Layout }
  | { readonly kind: 'module'; readonly key: string; readonly layout: Layout; readonly isPublic?: true }
  /** `refused`: the user is told why. */
  | { readonly kind: 'redirect'; readonly to: string; readonly refused?: RefusedAddress };

/** All that a route depends on. `apps` and `modules` are module keys: the user's, and those of the import map. */
interface RouteInput {
  readonly address: Address;
  readonly status: SessionStatus;
  readonly apps: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
}

/** What an address shows: the screens of the table, and the modules. Nothing else decides what is on screen. */
export function getRoute({ address, status, apps, modules }: RouteInput): Route {
  return findPublicRoute(address.pathname, modules) ?? routesByStatus[status](address, apps, modules);
}

type StatusRoutes = (address: Address, apps: ReadonlySet<string>, modules: ReadonlySet<string>) => Route;

const routesByStatus: Record<SessionStatus, StatusRoutes> = {
  // The address only tells whether the frame has a top bar; users without a session are about to see the form.
  restoring: ({ pathname }) => ({ kind: 'screen', screen: 'restoring', layout: findFirstLayout(pathname) }),
  unreachable: () => ({ kind: 'screen', screen: 'unreachable', layout: 'bare' }),
  'signed-in': getSignedInRoute,
  // Their screen stays until they have signed in again.
  expired: getSignedInRoute,
  'signed-out': getSignedOutRoute,
};

function getSignedInRoute(
  { pathname, search }: Address,
  apps: ReadonlySet<string>,
  modules: ReadonlySet<string>,
): Route {
  const screen = findScreen(pathname, 'signed-in');
  if (screen) return createScreenRoute(screen);
  const other = findScreen(pathname, 'signed-out')?.name;
  if (other) return redirect(other === 'signin' ? returnPath(new URLSearchParams(search).get('link')) : '/');
  const [, key = ''] = pathname.split('/');
  if (apps.has(key)) return { kind: 'module', key, layout: 'shell' };
  return { kind: 'redirect', to: '/', refused: { path: pathname, ...(modules.has(key) && { missingApp: key }) } };
}

function getSignedOutRoute(address: Address): Route {
  const screen = findScreen(address.pathname, 'signed-out');
  if (screen) return createScreenRoute(screen);
  return redirect(getSignInAddress(address));
}

function findPublicRoute(pathname: string, modules: ReadonlySet<string>): Route | undefined {
  const screen = findScreen(pathname, 'always');
  if (screen) return createScreenRoute(screen);
  const page = findPublicPage(pathname);
  return page && modules.has(page.key) ? { kind: 'module', ...page, isPublic: true } : undefined;
}

function createScreenRoute({ name, layout }: (typeof screens)[number]): Route {
  return { kind: 'screen', screen: name, layout };
}

function redirect(to: string): Route {
  return { kind: 'redirect', to };
}
