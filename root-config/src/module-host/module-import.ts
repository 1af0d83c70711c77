import { claimError, modulePrefix } from '@portico/shared';
import { loadUpdates } from '../updates/updates-part';
import { evaluatedModules } from './evaluated-modules';
import { ModuleFailure } from './module-failure';

// Three tries in all; a server that restarts is back within them, and nobody waits long for one that is gone.
const retryDelays = [300, 1_200];

/**
 * One name of the import map, imported as often as its module has to be loaded anew. SystemJS remembers a failure for
 * ever, so what failed is deleted before the next import.
 */
export class ModuleImport {
  readonly #name: string;
  /** The addresses that were imported. */
  readonly #known = new Set<string>();
  #forgotten = 0;
  /** What was imported last, and as what: see `#freshAddress`. */
  #imported: { readonly address: string; readonly target: string } | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Where the module comes from; `undefined` when the import map lacks it. */
  get address(): string | undefined {
    try {
      return System.resolve(this.#name);
    } catch {
      return undefined;
    }
  }

  /**
   * The exports of the module, from where the live import map has it if its address is gone.
   * @throws ModuleFailure `not-installed`, or `load-error` once the tries are used up
   */
  async load(): Promise<System.Module> {
    const { address } = this;
    const turn = this.#forgotten;
    try {
      return await this.#loadFrom(address);
    } catch (failure) {
      const moved = await this.#addressAfterLook();
      // What has been forgotten meanwhile nobody waits for.
      if (moved === address || turn !== this.#forgotten) throw failure;
      return await this.#loadFrom(moved);
    }
  }

  async #loadFrom(address: string | undefined): Promise<System.Module> {
    if (address === undefined) throw new ModuleFailure('not-installed', undefined);
    const turn = this.#forgotten;
    const target = turn > 0 && this.#known.has(address) ? this.#freshAddress(address) : address;
    this.#known.add(address);
    this.#imported = { address, target };
    for (const delay of [...retryDelays, undefined]) {
      try {
        const exports = await System.import(target);
        // One that is late may find another version in its place.
        if (this.#imported.address === address) evaluatedModules.set(this.#name, address);
        return exports;
      } catch (cause) {
        System.delete(target);
        // The browser finds what does not parse uncaught, too.
        claimError(cause);
        if (delay === undefined || !isNetworkFailure(cause)) throw new ModuleFailure('load-error', address, cause);
        await new Promise((resolve) => setTimeout(resolve, delay));
        if (turn !== this.#forgotten) throw new ModuleFailure('load-error', address, cause);
      }
    }
    throw new ModuleFailure('load-error', address);
  }

  /** Where the module is once the live map has been looked at: somewhere else if a deploy has moved it meanwhile. */
  async #addressAfterLook(): Promise<string | undefined> {
    // The shell's own parcels are of one build with what runs.
    if (this.#name.startsWith(modulePrefix)) {
      const updates = await loadUpdates().catch(() => undefined);
      await updates?.lookAtLiveMap();
    }
    return this.address;
  }

  /** Forgets the module, so that the next `load` fetches and evaluates it again. */
  forget(): void {
    if (this.#imported) System.delete(this.#imported.target);
    this.#forgotten += 1;
  }

  /**
   * The address with a number: Chromium joins a second request for an address to the one that hangs, and SystemJS takes
   * an address that once threw for one that throws again.
   */
  #freshAddress(address: string): string {
    const url = new URL(address);
    url.searchParams.set('retry', String(this.#forgotten));
    const integrity = System.getImportMap?.().integrity?.[address];
    if (integrity) System.addImportMap({ imports: {}, integrity: { [url.href]: integrity } });
    return url.href;
  }
}

/** SystemJS error 3: the script did not load. What loaded and threw would throw again. */
function isNetworkFailure(cause: unknown): boolean {
  return cause instanceof Error && /#3\b/.test(cause.message);
}
