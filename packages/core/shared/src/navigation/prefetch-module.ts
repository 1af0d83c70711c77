import { modulePrefix } from '@portico/contract';
import { findEntry } from '../api/configuration';

const prefetched = new Set<string>();

let lookUp: ((key: string) => Promise<unknown>) | undefined;

/** Sets the function that fetches the address of a module that the import map lacks. Only root-config calls it. */
export function provideModuleLookup(provided: (key: string) => Promise<unknown>): void {
  lookUp = provided;
}

/** Fetches the entry of a module before the user opens it. Does not evaluate it: its styles would apply. */
export function prefetchModule(key: string): void {
  if (!prefetchKnown(key)) void lookUp?.(key).then(() => prefetchKnown(key));
}

/** Prefetches a module of the import map, and returns whether the map has it. */
function prefetchKnown(key: string): boolean {
  // Read the map of SystemJS: a deployment or an override may have changed that of the page. Its addresses are absolute.
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
  // SystemJS must send the same kind of request. Otherwise the file loads twice.
  if (url.origin !== location.origin && !isEsModule) link.crossOrigin = 'anonymous';
  link.integrity = integrity[address] ?? '';
  link.href = url.href;
  // After a failure, the module host and the next call try again.
  link.onerror = () => {
    prefetched.delete(url.href);
    link.remove();
  };
  document.head.append(link);
  return true;
}
