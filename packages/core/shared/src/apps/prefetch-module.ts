import { modulePrefix } from '@portico/contract';

const prefetched = new Set<string>();

/**
 * Fetches the entry of a module that is about to be opened, unless it is loaded. It is not evaluated: its styles would
 * apply to the page of another module.
 */
export function prefetchModule(key: string): void {
  // SystemJS's map, not the page's: a deploy or an override may have changed it. Its addresses are absolute.
  const { imports = {}, integrity = {} } = System.getImportMap();
  const address = imports[modulePrefix + key];
  if (address === undefined) return;
  const url = new URL(address);
  if (prefetched.has(url.href) || System.has(url.href)) return;
  prefetched.add(url.href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  // In the way SystemJS will request it, or it would be fetched twice.
  if (url.origin !== location.origin) link.crossOrigin = 'anonymous';
  link.integrity = integrity[address] ?? '';
  link.href = url.href;
  // A failure is not kept: the module host and the next call try again.
  link.onerror = () => {
    prefetched.delete(url.href);
    link.remove();
  };
  document.head.append(link);
}
