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
        stack: undefined,
        remove: () => void Reflect.deleteProperty(window, name),
      }));
}

/** The chunk arrays of webpack and Rspack, Babel's generator runtime, and the numbered frames of a page. */
function isBundlerGlobal(name: string): boolean {
  return /^((webpack|rspack)(Chunk|HotUpdate)|regeneratorRuntime$|\d+$)/.test(name);
}
