import { findScreen } from './screens';

/** A base for parsing paths. */
const origin = 'http://portal.invalid';

/**
 * Returns where `link` (decoded) may lead after sign-in: a path of this origin with query and fragment, or `/`.
 * @param hash the fragment of the sign-in address, for a link that was written without encoding its own
 */
export function returnPath(link: string | null, hash = ''): string {
  // Browsers read a backslash as a slash, and "//host" as another origin.
  if (!link?.startsWith('/') || /^\/[/\\]/.test(link) || !URL.canParse(link, origin)) return '/';
  const url = new URL(link, origin);
  if (url.origin !== origin || /^\/[/\\]/.test(url.pathname)) return '/';
  return url.pathname + url.search + (url.hash || hash);
}

/** The query of the home page after a sign-in in a tab that a page with an ended session has opened. */
export const newTabQuery = '?new-tab';

/** Adds the `link` of the current address (`search`) to a path, so that sign-in leads to the user's destination. */
export function addReturnLink(path: string, search: string): string {
  const link = new URLSearchParams(search).get('link');
  return link ? createLink(path, link) : path;
}

/** Returns the address of the sign-in form, with a link back unless sign-in leads to that address anyway. */
export function getSignInAddress({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  const target = findScreen(pathname, 'signed-in')?.name;
  if (target === 'home' || target === 'not-found') return '/signin';
  return createLink('/signin', pathname + search + hash);
}

function createLink(path: string, link: string): string {
  return `${path}?link=${encodeURIComponent(link)}`;
}
