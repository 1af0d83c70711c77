import type { EntryForm } from '@portico/shared';

interface EsModuleOptions {
  /** The form of what is at an absolute address. */
  readonly findForm: (address: string) => EntryForm | Promise<EntryForm>;
  /** Called before each import of an ES module. */
  readonly beforeImport?: (address: string) => Promise<void>;
  /** Imports an ES module, as browsers do by default. */
  readonly importNatively?: (address: string) => Promise<System.Module>;
}

/**
 * Lets SystemJS load entries that are ES modules, so that everything else treats them as System modules: they are imported
 * by their name, and forgotten by their address.
 */
export function loadEsModules({
  findForm,
  beforeImport,
  importNatively = (address) => import(/* webpackIgnore: true */ address),
}: EsModuleOptions): void {
  const loader = System.constructor.prototype;
  const { instantiate } = loader;
  loader.instantiate = async function (address: string, ...rest: unknown[]) {
    const form = await findForm(address);
    if (!form) return instantiate.call(this, address, ...rest);
    if (form !== 'es-module') return form;
    await beforeImport?.(address);
    const exports = await importNatively(address);
    return [[], (add: (added: System.Module) => void) => ({ execute: () => void add(exports) })];
  };
}
