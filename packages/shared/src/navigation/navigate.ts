/**
 * Moves the portal to a path of this origin; an address of another origin is refused.
 * @throws RangeError
 */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(path, location.href);
  if (url.origin !== location.origin) throw new RangeError(`"${path}" leads out of the portal.`);
  if (url.href === location.href) return;
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState({}, '', url);
}
