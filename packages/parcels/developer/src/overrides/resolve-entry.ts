import { isFederationManifest, parseFederationManifest } from '@portico/contract';
import { addEntries, type DeveloperBundle, type ResolvedEntry } from '@portico/shared';
import { isEsModule } from './is-es-module';

/**
 * Nothing has recorded the form of an override, so its source says it. The manifest of a federation leads to its
 * container, which is entered into the import map.
 */
export const resolveEntry: DeveloperBundle['resolveEntry'] = async (address) => {
  const { pathname } = new URL(address);
  const manifest = isFederationManifest(pathname) ? await fetchText(address) : undefined;
  if (manifest !== undefined) return followManifest(address, manifest);
  return (await isEsModule(address)) ? 'es-module' : undefined;
};

/** What cannot be fetched is loaded as it is, so that this says why. */
async function fetchText(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stands in for a manifest: imports its container, and has its exports.
 * @throws Error when it is not the manifest of a module
 */
async function followManifest(address: string, text: string): Promise<ResolvedEntry> {
  const { entry, expose, global } = parseManifest(address, text);
  const container = new URL(entry, address);
  // The number of a retry: a fresh address is evaluated again.
  const retry = new URL(address).searchParams.get('retry');
  if (retry !== null) container.searchParams.set('retry', retry);
  const form = (await isEsModule(container.href)) && ({ form: 'es-module' } as const);
  addEntries({
    [address]: { ...form, expose, ...(global !== undefined && { global }) },
    [container.href]: { ...form },
  });
  // SystemJS keeps a failure for ever.
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
