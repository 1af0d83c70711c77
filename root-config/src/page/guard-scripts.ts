/**
 * Gives every script whose address the import map lists its integrity, whoever makes the element: SystemJS checks only
 * what it loads itself, and the chunks of a bundle are loaded by the bundle.
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
      const { href } = new URL(address, document.baseURI);
      const expected = addedIntegrity()[href] ?? integrity[href];
      if (expected && !this.integrity) {
        this.integrity = expected;
        // Of this origin without: the preload of the page has none either, and would be fetched twice.
        if (isForeign(address)) this.crossOrigin = 'anonymous';
      }
      set.call(this, address);
    },
  });
}

function isForeign(address: string): boolean {
  return new URL(address, document.baseURI).origin !== location.origin;
}

/** SystemJS's own map has what was added to the page's since. */
function addedIntegrity(): Record<string, string> {
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
    // A broken map is reported when the shell reads it.
    return {};
  }
}
