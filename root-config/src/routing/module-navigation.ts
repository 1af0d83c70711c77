import { navigate, subscribeToPortalEvent } from '@portico/shared';
import { report } from '../report';
import { settledRouteAt } from './current-route';

let followed: string | undefined;

/** Follows a module with a history of its own: the shell navigates where the module says it is (specification, 2). */
export function followModuleNavigation(): void {
  subscribeToPortalEvent('module:navigated', (path) => {
    const { route } = settledRouteAt(new URL(location.href));
    if (route.kind !== 'module') return;
    if (!isPathWithin(`/${route.key}`, path)) {
      report(`@module/${route.key}`, new RangeError(`module:navigated may not lead to ${JSON.stringify(path)}.`));
    } else if (path !== location.pathname + location.search) {
      followed = path;
      navigate(path);
    }
  });
}

/** Whether the present address is one that a module asked for, which it need not be told; asked once a change. */
export function wasFollowed(): boolean {
  const wasAskedFor = followed === location.pathname + location.search;
  followed = undefined;
  return wasAskedFor;
}

/** Whether this is a path, with query, at or under the base, once the browser has resolved its dots and slashes. */
function isPathWithin(base: string, path: unknown): path is string {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, location.origin)) return false;
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && (pathname === base || pathname.startsWith(`${base}/`));
}
