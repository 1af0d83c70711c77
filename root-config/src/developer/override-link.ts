/** How the fragment starts by which `portico dev` asks to override a module: no server sees it. */
const prefix = '#portico-override=';

/** What such a fragment says, taken out of the address; `undefined` when there is none. */
export function takeOverrideLink(): string | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(prefix)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return hash.slice(prefix.length);
}
