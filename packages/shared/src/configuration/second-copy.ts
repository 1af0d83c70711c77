const copy = Symbol.for('@portico/shared');

/** Says so when this package is in the page twice: each copy would have a session of its own. */
export function reportSecondCopy(): void {
  if (Reflect.has(globalThis, copy)) {
    console.error(
      '[portico] @portico/shared is loaded twice. A module bundles it: mark "@portico/shared" as external in its build.',
    );
  }
  Reflect.set(globalThis, copy, true);
}
