import { parse } from 'es-module-lexer/minimal/js';

/** The lexer's kind of `import()`, which classic scripts have, too. */
const dynamicImport = 2;

/**
 * Whether the source at an address is an ES module: nothing has recorded the form of an override. What cannot be
 * fetched or read is not, so that loading it says why.
 */
export async function isEsModule(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    const [imports, exports] = parse(await response.text());
    return exports.length > 0 || imports.some(({ t }) => t !== dynamicImport);
  } catch {
    return false;
  }
}
