import { announce } from './announce';

/** The address around a module that stands at `basePath`, as the portal keeps it. */
export interface PortalAddress {
  /** Moves it as the shell does, so that the module is told. @throws RangeError for another origin */
  readonly move: (path: string) => void;
  /** Goes back to where the test was. */
  readonly end: () => void;
}

/** @param report takes the paths that the module asked for and may not move to */
export function openAddress(basePath: string, path: string, report: (error: unknown) => void): PortalAddress {
  const before = location.href;
  history.pushState({}, '', path);

  /** What the module says about a history of its own; it knows already. */
  const follow = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    const url = typeof detail === 'string' && detail.startsWith('/') ? new URL(detail, location.origin) : undefined;
    if (!url || !isWithin(basePath, url)) {
      report(new RangeError(`module:navigated may not lead to ${JSON.stringify(detail)}.`));
    } else if (url.pathname + url.search !== currentPath()) {
      history.pushState({}, '', url.pathname + url.search);
    }
  };
  window.addEventListener('module:navigated', follow);

  return {
    move(to) {
      const url = new URL(to, location.href);
      if (url.origin !== location.origin) throw new RangeError(`"${to}" leads out of the portal.`);
      // Elsewhere the portal would show something else.
      if (!isWithin(basePath, url) || url.href === location.href) return;
      history.pushState({}, '', url);
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      announce('container:navigated', currentPath());
    },
    end() {
      window.removeEventListener('module:navigated', follow);
      history.replaceState({}, '', before);
    },
  };
}

/** Path and query. */
export function currentPath(): string {
  return location.pathname + location.search;
}

function isWithin(basePath: string, { origin, pathname }: URL): boolean {
  return origin === location.origin && (pathname === basePath || pathname.startsWith(`${basePath}/`));
}
