/** Adds the `link` of the present address (`search`) to a path, so that sign-in still leads to where the user was going. */
export function addReturnLink(path: string, search: string): string {
  const link = new URLSearchParams(search).get('link');
  return link ? `${path}?link=${encodeURIComponent(link)}` : path;
}
