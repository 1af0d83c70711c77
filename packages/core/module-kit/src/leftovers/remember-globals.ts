import type { Leftover } from './leftover';

/**
 * Takes a snapshot of the globals. The returned function lists those added since.
 * @param isExpected names globals that may stay
 */
export function rememberGlobals(isExpected: (name: string) => boolean = () => false): () => Leftover[] {
  const known = new Set(Object.keys(window));
  return () =>
    Object.keys(window)
      .filter((name) => !known.has(name) && !isBundlerGlobal(name) && !isExpected(name))
      .map((name) => ({
        description: `the global "${name}"`,
        remove: () => void Reflect.deleteProperty(window, name),
      }));
}

/** webpack's chunk arrays, Babel's generator runtime, and the numbered frames of a page. */
function isBundlerGlobal(name: string): boolean {
  return /^(webpackChunk|webpackHotUpdate|regeneratorRuntime$|\d+$)/.test(name);
}
