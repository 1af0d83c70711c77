import { type App, findPublicPage, type PageState } from '@portico/contract';

/**
 * The keys of the modules that the user of a page reaches: those of their applications, and that of a public page. The
 * shell fetches the rest of the import map when it is needed.
 * @returns `undefined` if that is not known: whoever signs in on the page may reach any of them
 */
export function findReachableModules(pathname: string, session: PageState['session']): ReadonlySet<string> | undefined {
  if (typeof session !== 'object') return undefined;
  const modules = findModules(session.apps);
  const publicPage = findPublicPage(pathname);
  return publicPage ? new Set([...modules, publicPage.key]) : modules;
}

const known = new WeakMap<readonly App[], ReadonlySet<string>>();

function findModules(apps: readonly App[]): ReadonlySet<string> {
  const modules = known.get(apps) ?? new Set(apps.map(({ module }) => module));
  known.set(apps, modules);
  return modules;
}
