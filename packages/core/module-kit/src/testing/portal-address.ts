import { decodeUnreserved, type PortalEventMap, type PortalEventName } from '@portico/contract';

/** The address of the portal, with a module at `basePath`. */
interface PortalAddress {
  /**
   * Navigates and tells the module, as the shell does.
   * @throws RangeError for another origin
   */
  readonly move: (path: string) => void;
  /** Stops following the module. */
  readonly end: () => void;
}

/**
 * Opens a path of the module in the address bar, and follows the module from there.
 * @param report receives paths that the module may not navigate to
 */
export function openAddress(basePath: string, path: string, report: (error: unknown) => void): PortalAddress {
  history.pushState({}, '', path);

  /** Applies a navigation of the module, without telling the module. */
  const follow = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    const isPath = typeof detail === 'string' && detail.startsWith('/');
    const url = isPath ? new URL(decodeUnreserved(detail), location.origin) : undefined;
    if (!url || !isWithin(basePath, url)) {
      report(new RangeError(`module:navigated may not lead to ${JSON.stringify(detail)}.`));
    } else if (url.pathname + url.search !== currentPath()) {
      history.pushState({}, '', url.pathname + url.search);
    }
  };
  window.addEventListener('module:navigated', follow);

  return {
    move(to) {
      const url = new URL(decodeUnreserved(to), location.href);
      if (url.origin !== location.origin) throw new RangeError(`"${to}" leads out of the portal.`);
      // Outside its base path, the portal would show another screen.
      if (!isWithin(basePath, url) || url.href === location.href) return;
      history.pushState({}, '', url);
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      announce('container:navigated', currentPath());
    },
    end: () => window.removeEventListener('module:navigated', follow),
  };
}

/** Returns the current path and query. */
export function currentPath(): string {
  return location.pathname + location.search;
}

function isWithin(basePath: string, { origin, pathname }: URL): boolean {
  return origin === location.origin && (pathname === basePath || pathname.startsWith(`${basePath}/`));
}

/** Dispatches a portal event, as the shell does. */
export function announce<Name extends PortalEventName>(name: Name, detail: PortalEventMap[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}
