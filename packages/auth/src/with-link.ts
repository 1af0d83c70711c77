/** A path that keeps where the user was going, which `search` of the present address holds as `link`. */
export function withLink(path: string, search: string): string {
  const link = new URLSearchParams(search).get('link');
  return link ? `${path}?link=${encodeURIComponent(link)}` : path;
}
