import {
  type Address,
  decodeUnreserved,
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
  /** Only the server knows whether the module exists. */
  | { readonly kind: 'unknown-module'; readonly segment: string; readonly layout: Layout }
  /** `refused`: the user is told why. */
  | { readonly kind: 'redirect'; readonly to: string; readonly refused?: RefusedAddress };

/** All that a route depends on. `apps` are module keys; `findModule` finds one by the first segment of an address. */
interface RouteInput {
  readonly address: Address;
  readonly status: SessionStatus;
  readonly apps: ReadonlySet<string>;
  /** Returns `false` if there is none, `undefined` if only the server knows. */
  readonly findModule: (segment: string) => string | false | undefined;
}

/** The screen of an address: a screen of the table, or a module. Nothing else decides what is on screen. */
export function getRoute(input: RouteInput): Route {
  const { pathname, search, hash } = input.address;
  const address = { pathname: decodeUnreserved(pathname), search, hash };
  // Below its key, a module may write its addresses as it likes. Its router compares the key with the base path.
  if (address.pathname.split('/')[1] !== pathname.split('/')[1]) return redirect(address.pathname + search + hash);
  return findPublicRoute(address.pathname, input.findModule) ?? routesByStatus[input.status](address, input);
}

type StatusRoutes = (address: Address, input: RouteInput) => Route;

const routesByStatus: Record<SessionStatus, StatusRoutes> = {
  // The address only tells whether the frame has a top bar; users without a session are about to see the form.
  restoring: ({ pathname }) => ({ kind: 'screen', screen: 'restoring', layout: findFirstLayout(pathname) }),
  unreachable: () => ({ kind: 'screen', screen: 'unreachable', layout: 'bare' }),
  'signed-in': getSignedInRoute,
  // Their screen stays until they have signed in again.
  expired: getSignedInRoute,
  'signed-out': getSignedOutRoute,
};

function getSignedInRoute({ pathname, search, hash }: Address, { apps, findModule }: RouteInput): Route {
  const screen = findScreen(pathname, 'signed-in');
  if (screen) return createScreenRoute(screen);
  const other = findScreen(pathname, 'signed-out');
  // A mailed link by which a user says that a sign-in was not theirs.
  if (other?.name === 'recover' && hash !== '') return createScreenRoute(other);
  if (other) return redirect(other.name === 'signin' ? returnPath(new URLSearchParams(search).get('link'), hash) : '/');
  const [, segment = ''] = pathname.split('/');
  const key = apps.has(segment) ? segment : findModule(segment);
  if (key === undefined) return { kind: 'unknown-module', segment, layout: 'shell' };
  if (key && apps.has(key)) return { kind: 'module', key, layout: 'shell' };
  return { kind: 'redirect', to: '/', refused: { path: pathname, ...(key && { missingApp: key }) } };
}

function getSignedOutRoute(address: Address): Route {
  const screen = findScreen(address.pathname, 'signed-out');
  if (screen) return createScreenRoute(screen);
  return redirect(getSignInAddress(address));
}

function findPublicRoute(pathname: string, findModule: RouteInput['findModule']): Route | undefined {
  const page = findPublicPage(pathname);
  if (!page) return undefined;
  const { layout, segment } = page;
  const key = findModule(segment);
  if (key === false) return undefined;
  return key === undefined
    ? { kind: 'unknown-module', segment, layout }
    : { kind: 'module', key, layout, isPublic: true };
}

function createScreenRoute({ name, layout }: (typeof screens)[number]): Route {
  return { kind: 'screen', screen: name, layout };
}

function redirect(to: string): Route {
  return { kind: 'redirect', to };
}
