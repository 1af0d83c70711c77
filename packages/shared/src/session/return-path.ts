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
