import { modulePrefix, navigate, report, subscribeToPortalEvent } from '@portico/shared';
import { settledRouteAt } from './current-route';

let followed: string | undefined;

/** Follows a module with a history of its own: the shell navigates where the module says it is (specification, 2). */
export function followModuleNavigation(): void {
  subscribeToPortalEvent('module:navigated', (detail) => {
    const { route } = settledRouteAt(new URL(location.href));
    if (route.kind !== 'module') return;
    const path = pathWithin(`/${route.key}`, detail);
    if (path === undefined) {
      report({
        kind: 'reported',
        source: modulePrefix + route.key,
        error: new RangeError(`module:navigated may not lead to ${JSON.stringify(detail)}.`),
      });
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

/** The path, with query, as the browser resolves it; `undefined` when it is none at or under the base. */
function pathWithin(base: string, path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, location.origin)) return undefined;
  const { origin, pathname, search } = new URL(path, location.origin);
  const isWithin = origin === location.origin && (pathname === base || pathname.startsWith(`${base}/`));
  return isWithin ? pathname + search : undefined;
}
