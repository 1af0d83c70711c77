/** Under the top bar, or alone on the page. */
export type Layout = 'shell' | 'bare';

/** A page of a module that everybody may see, signed in or not. */
interface PublicPage {
  /** The first segment of the address: the key of the module, if there is such a module. */
  readonly key: string;
  readonly layout: Layout;
}

/** The public page at an address: `/{app}/portal`, `/{app}/portal/*` or `/{app}/tickets/evaluation`. */
export function findPublicPage(pathname: string): PublicPage | undefined {
  const [, key = '', ...rest] = pathname.replace(/\/+$/, '').split('/');
  if (key === '') return undefined;
  if (rest[0] === 'portal') return { key, layout: 'shell' };
  return rest.join('/') === 'tickets/evaluation' ? { key, layout: 'bare' } : undefined;
}
