import { modulePrefix } from '@portico/contract';

const prefetched = new Set<string>();

/**
 * Fetches the entry of a module that is about to be opened, unless it is there. The file alone: evaluated early, its
 * styles would land on another's page (design, section 4).
 */
export function prefetchModule(key: string): void {
  // SystemJS's own map, whose addresses are absolute: a deploy or a developer may have changed the page's.
  const { imports = {}, integrity = {} } = System.getImportMap();
  const address = imports[modulePrefix + key];
  if (address === undefined) return;
  const url = new URL(address);
  if (prefetched.has(url.href) || System.has(url.href)) return;
  prefetched.add(url.href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  // As SystemJS will ask for it, or it would be fetched twice.
  if (url.origin !== location.origin) link.crossOrigin = 'anonymous';
  link.integrity = integrity[address] ?? '';
  link.href = url.href;
  // A failure is not kept: the module host asks again, and so does the next time.
  link.onerror = () => {
    prefetched.delete(url.href);
    link.remove();
  };
  document.head.append(link);
}
