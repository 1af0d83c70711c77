import type { ResolvedEntry } from '@portico/shared';

interface EsModuleOptions {
  /** Returns how to load the entry at an absolute address. */
  readonly resolveEntry: (address: string) => ResolvedEntry | Promise<ResolvedEntry>;
  /** Called before each import of an ES module. */
  readonly beforeImport?: (address: string) => Promise<void>;
  /** Imports an ES module, as browsers do by default. */
  readonly importNatively?: (address: string) => Promise<System.Module>;
}

/**
 * Lets SystemJS load entries that are ES modules, so that everything else treats them as System modules: they are
 * imported by their name, and forgotten by their address.
 */
export function loadEsModules({
  resolveEntry,
  beforeImport,
  importNatively = (address) => import(/* webpackIgnore: true */ address),
}: EsModuleOptions): void {
  const loader = System.constructor.prototype;
  const { instantiate } = loader;
  loader.instantiate = async function (address: string, ...rest: unknown[]) {
    const entry = await resolveEntry(address);
    // A registered module that replaces the file.
    if (Array.isArray(entry)) return entry;
    if (entry !== 'es-module') return instantiate.call(this, address, ...rest);
    await beforeImport?.(address);
    const exports = await importNatively(address);
    return [[], (add: (added: System.Module) => void) => ({ execute: () => void add(exports) })];
  };
}
