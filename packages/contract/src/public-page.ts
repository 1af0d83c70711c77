/** A page that a module shows to everybody, signed in or not. */
export interface PublicPage {
  /** The first segment of the address: the key of the module, if there is such a module. */
  readonly key: string;
  readonly hasTopbar: boolean;
}

/** The public page that an address would be (specification, section 2): `/{app}/portal…`, `/{app}/tickets/evaluation`. */
export function publicPageAt(pathname: string): PublicPage | undefined {
  const [, key = '', ...rest] = pathname.replace(/\/+$/, '').split('/');
  if (key === '') return undefined;
  if (rest[0] === 'portal') return { key, hasTopbar: true };
  return rest.join('/') === 'tickets/evaluation' ? { key, hasTopbar: false } : undefined;
}
