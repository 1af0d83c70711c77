import type { Leftover } from './leftover';

/**
 * Remembers the properties of the window; the function it returns gives those that came since.
 * @param isExpected tells names that may stay
 */
export function rememberGlobals(isExpected: (name: string) => boolean = () => false): () => Leftover[] {
  const known = new Set(Object.keys(window));
  return () =>
    Object.keys(window)
      .filter((name) => !known.has(name) && !isOfBundler(name) && !isExpected(name))
      .map((name) => ({
        description: `the global "${name}"`,
        remove: () => void Reflect.deleteProperty(window, name),
      }));
}

/** How webpack's chunks find their build, what Babel's generators need, and the frames of a page, which are numbered. */
function isOfBundler(name: string): boolean {
  return /^(webpackChunk|webpackHotUpdate|regeneratorRuntime$|\d+$)/.test(name);
}
