import { isFederationManifest, parseFederationManifest } from '@portico/contract/publishing';
import { addEntries, type DeveloperBundle, type ResolvedEntry } from '@portico/shared';
import { parse } from 'es-module-lexer/minimal/js';

/** Finds the form of an override by its source, since no publication has recorded it. */
export const resolveEntry: DeveloperBundle['resolveEntry'] = async (address) => {
  const { pathname } = new URL(address);
  const manifest = isFederationManifest(pathname) ? await fetchText(address) : undefined;
  if (manifest !== undefined) return followManifest(address, manifest);
  return (await isEsModule(address)) ? 'es-module' : undefined;
};

/** The lexer's kind of `import()`, which classic scripts have, too. */
const dynamicImport = 2;

/** Whether the source at an address is an ES module; `false` if it cannot be fetched or parsed. */
export async function isEsModule(address: string): Promise<boolean> {
  try {
    const [imports, exports] = parse((await fetchText(address)) ?? '');
    return exports.length > 0 || imports.some(({ t }) => t !== dynamicImport);
  } catch {
    return false;
  }
}

/** `undefined` if it cannot be fetched: the loader then reports why. */
async function fetchText(address: string): Promise<string | undefined> {
  const response = await fetch(address, { cache: 'no-cache' }).catch(() => undefined);
  return response?.ok ? response.text().catch(() => undefined) : undefined;
}

/** Returns a module that imports the container of a manifest and has its exports. Throws for another manifest. */
async function followManifest(address: string, text: string): Promise<ResolvedEntry> {
  const { entry, expose, global } = parseManifest(address, text);
  const container = new URL(entry, address);
  // The number of a retry makes a new address, which is evaluated again.
  const retry = new URL(address).searchParams.get('retry');
  if (retry !== null) container.searchParams.set('retry', retry);
  const form = (await isEsModule(container.href)) && ({ form: 'es-module' } as const);
  addEntries({
    [address]: { ...form, expose, ...(global !== undefined && { global }) },
    [container.href]: { ...form },
  });
  // SystemJS never retries a failed address.
  System.delete(container.href);
  return [[container.href], (add) => ({ setters: [add], execute() {} })];
}

function parseManifest(address: string, text: string) {
  try {
    return parseFederationManifest(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${address} is not the manifest of a module: ${reason}`, { cause });
  }
}
