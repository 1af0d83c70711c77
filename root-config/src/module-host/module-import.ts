import { addEntries, appsAtom, findEntry, getDeparture, markReported, store } from '@portico/shared';
import { ModuleFailure } from './module-failure';

/**
 * The modules that run in this tab: names whose file was evaluated, with the address that the import map had for it. An
 * entry stays until the page is reloaded, because two builds of one module cannot share a page (docs/decisions/0014).
 */
export const evaluatedModules = new Map<string, string>();

/** The modules whose file is awaited, also between two attempts: their names keep their addresses meanwhile. */
export const loadingModules = new Set<string>();

// Three attempts in all: enough for a server that restarts, and short for one that is gone.
const retryDelays = [300, 1_200];

/** SystemJS caches failures for ever. The next import fetches the file again, and a dependency that failed. */
function dropFailure(error: unknown, address: string): void {
  if (error) System.delete(address);
}

const imports = new Map<string, ModuleImport>();

/** Returns the import of a name: all that the page shows of a module shares it, so that they run the same evaluation. */
export function getModuleImport(name: string): ModuleImport {
  const known = imports.get(name) ?? new ModuleImport(name);
  imports.set(name, known);
  return known;
}

/** Imports one name of the import map, as often as its module has to be loaded again. */
export class ModuleImport {
  readonly #name: string;
  readonly #importedAddresses = new Set<string>();
  /** How often `forget` was called; a load that began before the last call is obsolete. */
  #generation = 0;
  /** The last import: the address in the import map, and the one that was requested (see `#createFreshAddress`). */
  #imported: { readonly address: string; readonly target: string; readonly generation: number } | undefined;

  constructor(name: string) {
    this.#name = name;
    System.constructor.prototype.onload = dropFailure;
  }

  /** The address in the import map; `undefined` if the map lacks the name. */
  get address(): string | undefined {
    return findAddress(this.#name);
  }

  /** Whether what was imported last is evaluated. */
  get isLoaded(): boolean {
    return this.#imported !== undefined && System.has(this.#imported.target);
  }

  /**
   * Returns the exports, or throws a ModuleFailure: `not-installed`, or `load-error` after the last attempt.
   * @param onImportError runs when an import failed; if the name leads elsewhere afterwards, that is imported
   */
  async load(onImportError?: (failure: ModuleFailure) => Promise<void>): Promise<System.Module> {
    const { address } = this;
    const generation = this.#generation;
    try {
      return await this.#loadFrom(address);
    } catch (failure) {
      if (!(failure instanceof ModuleFailure)) throw failure;
      await onImportError?.(failure);
      if (this.address === address || generation !== this.#generation) throw failure;
      return await this.#loadFrom(this.address);
    }
  }

  /**
   * Forgets the module, so that the next `load` fetches and evaluates it again.
   * @returns whether that includes its chunks: those of an ES module stay in the browser, which evaluates them once
   */
  forget(): boolean {
    loadingModules.delete(this.#name);
    if (this.#imported) System.delete(this.#imported.target);
    this.#generation += 1;
    return findEntry(this.#imported?.address ?? '').form === undefined;
  }

  async #loadFrom(address: string | undefined): Promise<System.Module> {
    if (address === undefined) throw new ModuleFailure('not-installed', undefined);
    const generation = this.#generation;
    loadingModules.add(this.#name);
    try {
      return await this.#attempt(address);
    } finally {
      if (generation === this.#generation) loadingModules.delete(this.#name);
    }
  }

  async #attempt(address: string): Promise<System.Module> {
    const generation = this.#generation;
    const target = this.#chooseTarget(address);
    for (const delay of [...retryDelays, undefined]) {
      try {
        const exports = await System.import(target);
        // A late import does not replace the one that was started after it.
        if (this.#imported?.address === address) evaluatedModules.set(this.#name, address);
        return exports;
      } catch (cause) {
        // The browser also reports a script that does not parse as an uncaught error.
        markReported(cause);
        if (delay === undefined || !isNetworkError(cause)) {
          if ((await getDeparture()) === 'returned') return await this.#attempt(address);
          throw new ModuleFailure('load-error', address, cause);
        }
        await new Promise((resolve) => setTimeout(resolve, delay));
        if (generation !== this.#generation) throw new ModuleFailure('load-error', address, cause);
      }
    }
    throw new ModuleFailure('load-error', address);
  }

  /** The same one for all that load this generation. */
  #chooseTarget(address: string): string {
    const generation = this.#generation;
    const last = this.#imported;
    if (last?.address === address && last.generation === generation) return last.target;
    const isRepeated = generation > 0 && this.#importedAddresses.has(address);
    const target = isRepeated ? this.#createFreshAddress(address) : address;
    this.#importedAddresses.add(address);
    this.#imported = { address, target, generation };
    return target;
  }

  /** Adds a number to the address (docs/decisions/0002). */
  #createFreshAddress(address: string): string {
    const url = new URL(address);
    const map = System.getImportMap?.();
    const integrity = map?.integrity?.[address];
    const scope = map?.scopes?.[address];
    const entry = findEntry(address);
    // The browser would not check it at another address (docs/decisions/0041).
    if (entry.form && integrity && url.origin !== location.origin) return address;
    url.searchParams.set('retry', String(this.#generation));
    if (integrity) System.addImportMap({ imports: {}, integrity: { [url.href]: integrity } });
    if (scope) System.addImportMap({ imports: {}, scopes: { [url.href]: scope } });
    addEntries({ [url.href]: entry });
    return url.href;
  }
}

/** SystemJS error 3, or that of the browser's own import(). A script that loaded and threw would throw again. */
function isNetworkError(cause: unknown): boolean {
  return cause instanceof Error && /#3\b|dynamically imported module|module script failed/i.test(cause.message);
}

/** The address of a name in the import map in force, if any, for an importer. As fast in a large map as in a small one. */
export function findAddress(name: string, importer?: string): string | undefined {
  try {
    return System.resolve(name, importer);
  } catch {
    return undefined;
  }
}

/** The name of the application that the module belongs to; otherwise its key. */
export function findModuleName(key: string): string {
  return store.get(appsAtom).find(({ module }) => module === key)?.name ?? key;
}
