import { findScreen } from './screens';

/** Only to parse paths. */
const origin = 'http://portal.invalid';

/**
 * Where `link` may lead after sign-in: a path of the same origin, with query and fragment; everything else is `/`.
 * @param link the query parameter of the sign-in address, decoded
 */
export function returnPath(link: string | null): string {
  // A backslash counts as a slash in a browser, and "//host" as another origin.
  if (!link?.startsWith('/') || /^\/[/\\]/.test(link) || !URL.canParse(link, origin)) return '/';
  const url = new URL(link, origin);
  if (url.origin !== origin || /^\/[/\\]/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/**
 * Adds the `link` of the present address (`search`) to a path, so that sign-in still leads to where the user was going.
 */
export function addReturnLink(path: string, search: string): string {
  const link = new URLSearchParams(search).get('link');
  return link ? createLink(path, link) : path;
}

/**
 * Where a signed-out user goes who opens an address that needs a session: to the sign-in form, with a link back unless
 * the address is where every sign-in leads.
 */
export function getSignInAddress({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  const target = findScreen(pathname, 'signed-in')?.name;
  if (target === 'home' || target === 'not-found') return '/signin';
  return createLink('/signin', pathname + search + hash);
}

function createLink(path: string, link: string): string {
  return `${path}?link=${encodeURIComponent(link)}`;
}
