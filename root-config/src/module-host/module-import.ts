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
  #forgotten = 0;
  #imported: string | undefined;

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
    try {
      return await this.#loadFrom(address);
    } catch (failure) {
      const moved = await this.#addressAfterLook();
      if (moved === address) throw failure;
      return await this.#loadFrom(moved);
    }
  }

  async #loadFrom(address: string | undefined): Promise<System.Module> {
    if (address === undefined) throw new ModuleFailure('not-installed', undefined);
    const target = this.#forgotten > 0 ? this.#freshAddress(address) : address;
    this.#imported = target;
    for (const delay of [...retryDelays, undefined]) {
      try {
        const exports = await System.import(target);
        evaluatedModules.set(this.#name, address);
        return exports;
      } catch (cause) {
        System.delete(target);
        // The browser finds what does not parse uncaught, too.
        claimError(cause);
        if (delay === undefined || !isNetworkFailure(cause)) throw new ModuleFailure('load-error', address, cause);
        await new Promise((resolve) => setTimeout(resolve, delay));
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
    if (this.#imported !== undefined) System.delete(this.#imported);
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
