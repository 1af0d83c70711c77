/**
 * Sets the integrity of every script that the import map lists, whatever code creates the element: SystemJS only checks
 * what it loads itself, and a bundle loads its own chunks.
 */
export function guardScripts(): void {
  const source = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src');
  const set = source?.set;
  if (!source || !set) return;
  let integrity: Record<string, string> | undefined;

  Object.defineProperty(HTMLScriptElement.prototype, 'src', {
    ...source,
    set(this: HTMLScriptElement, address: string) {
      integrity ??= readIntegrity();
      const { href, origin } = new URL(address, document.baseURI);
      const expected = getAddedIntegrity()[href] ?? integrity[href];
      if (expected && !this.integrity) {
        this.integrity = expected;
        // Not for this origin: the preloads of the page have none either, so the file would be fetched twice.
        if (origin !== location.origin) this.crossOrigin = 'anonymous';
      }
      set.call(this, address);
    },
  });
}

/** SystemJS's own map includes later additions. */
function getAddedIntegrity(): Record<string, string> {
  return (typeof System !== 'undefined' && System.getImportMap().integrity) || {};
}

function readIntegrity(): Record<string, string> {
  try {
    const map = JSON.parse(document.querySelector('script[type="systemjs-importmap"]')?.textContent ?? '{}');
    return Object.fromEntries(
      Object.entries<string>(map.integrity ?? {}).map(([address, hash]) => [
        new URL(address, document.baseURI).href,
        hash,
      ]),
    );
  } catch {
    // The shell reports an invalid map when it reads it.
    return {};
  }
}
