import {
  type App,
  findPublicPage,
  findScreen,
  maxNamedModules,
  type PageState,
  parseModuleKeys,
  returnPath,
} from '@portico/contract';

const none: ReadonlySet<string> = new Set();

/**
 * The keys of the modules whose names a page carries: those of the user's applications, unless they are very many, and
 * the one that the address leads to. The shell asks for others when it needs them (docs/decisions/0028).
 * @param address path and query of the request
 * @returns `undefined` for all: the page host does not know whether there is a session
 */
export function findReachableModules(address: string, session: PageState['session']): ReadonlySet<string> | undefined {
  if (session === undefined) return undefined;
  const ofUser = typeof session === 'object' ? findModules(session.apps) : none;
  const key = typeof session === 'object' ? findFirstSegment(address) : findModuleAfterSignIn(address);
  return key === undefined || ofUser.has(key) ? ofUser : new Set([...ofUser, key]);
}

const known = new WeakMap<readonly App[], ReadonlySet<string>>();

function findModules(apps: readonly App[]): ReadonlySet<string> {
  const modules = known.get(apps) ?? new Set(apps.length > maxNamedModules ? [] : apps.map(({ module }) => module));
  known.set(apps, modules);
  return modules;
}

/** The module of a public page, or the one that the sign-in leads to. */
function findModuleAfterSignIn(address: string): string | undefined {
  const [pathname = '/', search = ''] = address.split('?', 2);
  if (findPublicPage(pathname) !== undefined || findScreen(pathname, 'signed-out') === undefined) {
    return findFirstSegment(address);
  }
  return findFirstSegment(returnPath(new URLSearchParams(search).get('link')));
}

function findFirstSegment(address: string): string | undefined {
  return parseModuleKeys(address.split(/[/?#]/)[1] ?? '')[0];
}
