import { decodeUnreserved, modulePrefix, navigate, report, subscribeToPortalEvent } from '@portico/shared';
import { liveImportMap } from '../import-map/live-import-map';
import { readScreenAddress } from './navigation-guard';
import { resolveRoute } from './resolve-route';

let followed: string | undefined;

/** Follows modules with a history of their own: the shell navigates to the address that a module announces. */
export function followModuleNavigation(): void {
  subscribeToPortalEvent('module:navigated', (detail) => {
    const { route } = resolveRoute(readScreenAddress());
    if (route.kind !== 'module') return;
    const path = resolvePath(route.key, detail);
    if (path === undefined) {
      report({
        kind: 'reported',
        source: modulePrefix + route.key,
        error: new RangeError(`module:navigated may not lead to ${JSON.stringify(detail)}.`),
      });
    } else if (path !== readPath()) {
      followed = path;
      navigate(path);
    }
  });
}

/** Whether a module announced the current address itself: then it needs no message. Call it once per change. */
export function wasFollowed(): boolean {
  const isFollowed = followed === readPath();
  followed = undefined;
  return isFollowed;
}

function readPath(): string {
  const { pathname, search } = readScreenAddress();
  return decodeUnreserved(pathname + search);
}

/** The path with query, as the browser resolves it; `undefined` if it is not an address of the module. */
function resolvePath(key: string, path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, location.origin)) return undefined;
  const { origin, pathname, search } = new URL(decodeUnreserved(path), location.origin);
  const isOwn = origin === location.origin && liveImportMap.findModule(pathname.split('/')[1] ?? '') === key;
  return isOwn ? pathname + search : undefined;
}
