import {
  consoleKey,
  decodeUnreserved,
  findPublicPage,
  findScreen,
  maxNamedModules,
  type PageState,
  parseModuleKeys,
  returnPath,
} from '@portico/contract';

/**
 * Returns the keys of the modules in a page's import map: those of the user's applications, up to a limit, and the one
 * that the address leads to. The shell requests others when it needs them (docs/decisions/0028). Only users who have the
 * console get it.
 * @returns `undefined` for all, if the page host does not know the session
 */
export function findReachableModules(address: string, session: PageState['session']): ReadonlySet<string> | undefined {
  if (session === undefined) return undefined;
  const apps = typeof session === 'object' ? session.apps : [];
  const key = typeof session === 'object' ? findFirstSegment(address) : findModuleAfterSignIn(address);
  const own = apps.length > maxNamedModules ? [] : apps.map(({ module }) => module);
  const isOpen = key !== consoleKey || apps.some(({ module }) => module === key);
  return new Set(key !== undefined && isOpen ? [...own, key] : own);
}

/** Returns a user's modules if a page cannot name all. It then names those that add something to it. */
export function findContributors(session: PageState['session']): ReadonlySet<string> | undefined {
  if (typeof session !== 'object' || session.apps.length <= maxNamedModules) return undefined;
  return new Set(session.apps.map(({ module }) => module));
}

/** Returns the module of a public page, or the module that opens after the sign-in. */
function findModuleAfterSignIn(address: string): string | undefined {
  const [pathname = '/', search = ''] = address.split('?', 2);
  if (findPublicPage(pathname) !== undefined || findScreen(pathname, 'signed-out') === undefined) {
    return findFirstSegment(address);
  }
  return findFirstSegment(returnPath(new URLSearchParams(search).get('link')));
}

function findFirstSegment(address: string): string | undefined {
  return parseModuleKeys(decodeUnreserved(address).split(/[/?#]/)[1] ?? '')[0];
}
