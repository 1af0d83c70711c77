import { type Address, publicPageAt, returnPath, type SessionStatus } from '@portico/shared';

/** With the top bar, or without. */
export type Layout = 'shell' | 'bare';

/** A screen of the portal; `module` is the screen of a team's module. */
export type Screen = 'home' | 'profile' | 'not-found' | 'signin' | 'recover' | 'unreachable' | 'restoring';

export type Route =
  | { readonly kind: 'screen'; readonly screen: Screen; readonly layout: Layout }
  | { readonly kind: 'module'; readonly key: string; readonly layout: Layout }
  | { readonly kind: 'redirect'; readonly to: string };

/** All that a route depends on. `apps` and `modules` are module keys: the user's, and those of the import map. */
export interface RouteInput {
  readonly address: Address;
  readonly status: SessionStatus;
  readonly apps: readonly string[];
  readonly modules: readonly string[];
}

/** The whole route table (specification, section 2). Nothing else decides what is on screen. */
export function routeOf({ address, status, apps, modules }: RouteInput): Route {
  return publicRoute(address.pathname, modules) ?? routesByStatus[status](address, apps);
}

type StatusRoutes = (address: Address, apps: readonly string[]) => Route;

const routesByStatus: Record<SessionStatus, StatusRoutes> = {
  // The address only tells whether the frame has a top bar; somebody who has no session is about to see the form.
  restoring: ({ pathname }) => screen('restoring', isFormPath(pathname) ? 'bare' : 'shell'),
  unreachable: () => screen('unreachable', 'bare'),
  'signed-in': signedInRoute,
  // Her screen stays until she has signed in again.
  expired: signedInRoute,
  'signed-out': signedOutRoute,
};

function signedInRoute({ pathname, search }: Address, apps: readonly string[]): Route {
  const path = withoutTrailingSlash(pathname);
  if (path === '/') return screen('home', 'shell');
  if (path === '/profile') return screen('profile', 'shell');
  if (path === '/404') return screen('not-found', 'shell');
  if (path === '/signin') return redirect(returnPath(new URLSearchParams(search).get('link')));
  const key = firstSegment(path);
  return apps.includes(key) ? { kind: 'module', key, layout: 'shell' } : redirect('/');
}

function signedOutRoute({ pathname, search, hash }: Address): Route {
  const path = withoutTrailingSlash(pathname);
  if (path === '/signin') return screen('signin', 'bare');
  if (path === '/recover') return screen('recover', 'bare');
  if (path === '/' || path === '/404') return redirect('/signin');
  return redirect(`/signin?link=${encodeURIComponent(pathname + search + hash)}`);
}

function publicRoute(pathname: string, modules: readonly string[]): Route | undefined {
  const page = publicPageAt(pathname);
  if (!page || !modules.includes(page.key)) return undefined;
  return { kind: 'module', key: page.key, layout: page.hasTopbar ? 'shell' : 'bare' };
}

function screen(name: Screen, layout: Layout): Route {
  return { kind: 'screen', screen: name, layout };
}

function redirect(to: string): Route {
  return { kind: 'redirect', to };
}

function isFormPath(pathname: string): boolean {
  return ['/signin', '/recover'].includes(withoutTrailingSlash(pathname));
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}

function withoutTrailingSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}
