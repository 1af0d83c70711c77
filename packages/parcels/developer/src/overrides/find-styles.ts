import type { DeveloperBundle } from '@portico/shared';

/** Nothing has recorded the style sheets of an override, so the `Link` header of its server says them (docs/decisions/0054). */
export const findStyles: DeveloperBundle['findStyles'] = async (address) => {
  // What cannot be fetched has none: loading it says why.
  const response = await fetch(address, { cache: 'no-cache' }).catch(() => undefined);
  const links = response?.headers.get('Link') ?? '';
  const found = [...links.matchAll(/<([^>]*)>\s*;\s*rel="?stylesheet\b/g)];
  return found.length === 0 ? undefined : found.map(([, target = '']) => new URL(target, address).href);
};
