import { modulePrefix } from '@portico/contract';
import { findEntry } from './entries';

const prefetched = new Set<string>();

let lookUp: ((key: string) => Promise<unknown>) | undefined;

/** Sets what fetches the address of a module that the import map lacks. Only root-config calls it. */
export function provideModuleLookup(provided: (key: string) => Promise<unknown>): void {
  lookUp = provided;
}

/**
 * Fetches the entry of a module that is about to be opened, unless it is loaded. It is not evaluated: its styles would
 * apply to the page of another module.
 */
export function prefetchModule(key: string): void {
  if (!prefetchKnown(key)) void lookUp?.(key).then(() => prefetchKnown(key));
}

/** @returns whether the import map has the module */
function prefetchKnown(key: string): boolean {
  // SystemJS's map, not the page's: a deploy or an override may have changed it. Its addresses are absolute.
  const { imports = {}, integrity = {} } = System.getImportMap();
  const address = imports[modulePrefix + key];
  if (address === undefined) return false;
  const url = new URL(address);
  if (prefetched.has(url.href) || System.has(url.href)) return true;
  prefetched.add(url.href);
  const link = document.createElement('link');
  const isEsModule = findEntry(address).form === 'es-module';
  link.rel = isEsModule ? 'modulepreload' : 'preload';
  link.as = 'script';
  // In the way SystemJS will request it, or it would be fetched twice.
  if (url.origin !== location.origin && !isEsModule) link.crossOrigin = 'anonymous';
  link.integrity = integrity[address] ?? '';
  link.href = url.href;
  // A failure is not kept: the module host and the next call try again.
  link.onerror = () => {
    prefetched.delete(url.href);
    link.remove();
  };
  document.head.append(link);
  return true;
}
