import { type ImportMap, publicPageAt } from '@portico/contract';

/** Every screen needs them. */
const always = ['react', 'single-spa', '@portico/shared', '@portico/ui', '@portico/root-config'];

/**
 * The names of the import map that a page will need, so that the browser fetches all of them in one wave. A guess costs
 * bytes at worst: what is on screen is decided by the shell's route table alone.
 */
export function preloadedNames(pathname: string, hasSession: boolean): string[] {
  if (!hasSession) return [...always, publicPageAt(pathname) ? '@portico/topbar' : '@portico/auth'];
  if (pathname === '/') return [...always, '@portico/topbar', '@portico/home'];
  if (pathname === '/profile') return [...always, '@portico/topbar', '@portico/profile'];
  return [...always, '@portico/topbar'];
}

/** Whether the page starts with the strip of the top bar. */
export function hasTopbar(pathname: string, hasSession: boolean): boolean {
  return publicPageAt(pathname)?.hasTopbar ?? (hasSession && !['/signin', '/recover'].includes(pathname));
}

/** Whether more than the sign-in form will be on screen, so that all texts are needed at once. */
export function needsAllTexts(pathname: string, hasSession: boolean): boolean {
  return hasSession || publicPageAt(pathname) !== undefined;
}

/** The files of these names, with their integrity where the map has one. */
export function filesOf(names: readonly string[], { imports, integrity }: ImportMap) {
  return names.flatMap((name) => {
    const address = imports[name];
    return address === undefined ? [] : [{ address, integrity: integrity[address] }];
  });
}
