import {
  type Address,
  findFirstLayout,
  findPublicPage,
  findScreen,
  type Layout,
  type SessionStatus,
  type screens,
} from '@portico/shared';

/** A screen of the table, or what the shell shows by itself while it does not know whether the user is signed in. */
export type ScreenName = (typeof screens)[number]['name'] | 'unreachable' | 'restoring';

export type Route =
  | { readonly kind: 'screen'; readonly screen: ScreenName; readonly layout: Layout }
  | { readonly kind: 'module'; readonly key: string; readonly layout: Layout }
  | { readonly kind: 'redirect'; readonly to: string };

/** All that a route depends on. `apps` and `modules` are module keys: the user's, and those of the import map. */
interface RouteInput {
  readonly address: Address;
  readonly status: SessionStatus;
  readonly apps: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
}

/** What an address shows: the screens of the table, and the modules. Nothing else decides what is on screen. */
export function getRoute({ address, status, apps, modules }: RouteInput): Route {
  return findPublicRoute(address.pathname, modules) ?? routesByStatus[status](address, apps);
}

type StatusRoutes = (address: Address, apps: ReadonlySet<string>) => Route;

const routesByStatus: Record<SessionStatus, StatusRoutes> = {
  // The address only tells whether the frame has a top bar; users without a session are about to see the form.
  restoring: ({ pathname }) => ({ kind: 'screen', screen: 'restoring', layout: findFirstLayout(pathname) }),
  unreachable: () => ({ kind: 'screen', screen: 'unreachable', layout: 'bare' }),
  'signed-in': getSignedInRoute,
  // Their screen stays until they have signed in again.
  expired: getSignedInRoute,
  'signed-out': getSignedOutRoute,
};

function getSignedInRoute({ pathname, search }: Address, apps: ReadonlySet<string>): Route {
  const screen = findScreen(pathname, 'signed-in');
  if (screen) return createScreenRoute(screen);
  if (findScreen(pathname, 'signed-out')?.name === 'signin') {
    return redirect(returnPath(new URLSearchParams(search).get('link')));
  }
  const [, key = ''] = pathname.split('/');
  return apps.has(key) ? { kind: 'module', key, layout: 'shell' } : redirect('/');
}

function getSignedOutRoute({ pathname, search, hash }: Address): Route {
  const screen = findScreen(pathname, 'signed-out');
  if (screen) return createScreenRoute(screen);
  const target = findScreen(pathname, 'signed-in')?.name;
  if (target === 'home' || target === 'not-found') return redirect('/signin');
  return redirect(`/signin?link=${encodeURIComponent(pathname + search + hash)}`);
}

function findPublicRoute(pathname: string, modules: ReadonlySet<string>): Route | undefined {
  const screen = findScreen(pathname, 'always');
  if (screen) return createScreenRoute(screen);
  const page = findPublicPage(pathname);
  return page && modules.has(page.key) ? { kind: 'module', ...page } : undefined;
}

function createScreenRoute({ name, layout }: (typeof screens)[number]): Route {
  return { kind: 'screen', screen: name, layout };
}

function redirect(to: string): Route {
  return { kind: 'redirect', to };
}

/**
 * Where `link` may lead after sign-in: a path of this origin, with query and fragment; everything else is `/`.
 * @param link the query parameter of the sign-in address, decoded
 */
export function returnPath(link: string | null, origin: string = location.origin): string {
  // A backslash counts as a slash in a browser, and "//host" as another origin.
  if (!link?.startsWith('/') || /^\/[/\\]/.test(link) || !URL.canParse(link, origin)) return '/';
  const url = new URL(link, origin);
  if (url.origin !== origin || /^\/[/\\]/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
