import {
  addressAtom,
  confirmLeaving,
  dismissToast,
  type ErrorReport,
  getModuleKey,
  hasUnsavedChanges,
  i18n,
  readPage,
  showToast,
  store,
  subscribeToPortal,
  whenIdle,
} from '@portico/shared';
import { findModuleName } from '../module-host/module-import';
import { attribute, getActiveImports, parseScripts } from '../reports/attribute';
import { findUnit, liveImportMap, shellUnit } from './live-import-map';
import { appendToList, readList } from './session-lists';

/** Time between requests of a visible tab for the live import map, in milliseconds. */
export const pollingPeriod = 60_000;
/** The longest random delay after a change, in milliseconds, so that not all browsers ask at the same time. */
const jitter = 1_000;
/** Minimum time between two requests, in milliseconds. */
const shortestGap = 1_000;
/** One failed file causes several errors within this time, in milliseconds. */
const settlingTime = 1_000;

/** A new release of a unit on screen, which a toast offers until the user closes it or leaves the unit. */
interface Offer {
  readonly unit: string;
  readonly release: string;
  /** The id of the toast, which may be closed. */
  readonly toast: string;
}

/** Keeps the tab up to date: refreshes the live map, offers new releases, and recovers from files that are gone. */
export class DeployFollower {
  /** The last offer, until the user leaves its unit. */
  #offer: Offer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When to refresh after a message: a time of `performance.now()`. */
  #dueRefresh: number | undefined;
  /** The units whose failure is being handled. */
  readonly #busy = new Set<string>();

  /** Polls the live map while the tab is visible, and offers new releases of the module on screen. */
  start(): void {
    // Captured, because the error event of an element does not bubble.
    window.addEventListener('error', ({ target }) => this.#handleElementError(target), { capture: true });
    whenIdle(() => void subscribeToPortal({ onImportMap: () => this.handleMapChange() }));
    document.addEventListener('visibilitychange', () => this.#schedule());
    store.sub(addressAtom, () => {
      if (this.#offer && !liveImportMap.isOpen(this.#offer.unit)) this.#withdraw();
      this.#offerOpenModule();
    });
    this.#schedule();
  }

  /** Refreshes the live map soon, or once the tab is visible, because a change was reported. */
  handleMapChange(): void {
    const earliest = liveImportMap.lastRefresh + shortestGap;
    // A refresh that has not started yet includes this change; one that has may not.
    this.#dueRefresh ??= Math.max(performance.now() + Math.random() * jitter, earliest);
    this.#schedule();
  }

  /** Recovers from an error if its cause is a file that a deploy has removed. */
  handleError(report: ErrorReport): void {
    const failure = findLoadFailure(report);
    if (failure) void this.recover(failure);
  }

  /**
   * Handles a missing file of what is on screen. If a deploy has removed it, the page is reloaded, once per release; if
   * that would lose something or has not helped, the user is asked. Otherwise nothing happens.
   */
  async recover({ address, source }: LoadFailure): Promise<void> {
    // Read now: a crashed module is unmounted next, and then nothing counts as unsaved any more.
    const hadUnsavedChanges = hasUnsavedChanges();
    const unit = findUnit(address === undefined ? source : attribute([address], getActiveImports()).source);
    // The module host loads a module that does not run yet, from its new address.
    if (!unit || this.#busy.has(unit) || liveImportMap.getRunningRelease(unit) === undefined) return;
    this.#busy.add(unit);
    const isReloading = await this.#reloadOrOffer(unit, hadUnsavedChanges);
    if (!isReloading) setTimeout(() => this.#busy.delete(unit), settlingTime);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (document.visibilityState !== 'visible') return;
    const next = this.#dueRefresh ?? liveImportMap.lastRefresh + pollingPeriod;
    this.#timer = setTimeout(() => this.#refresh(), next - performance.now());
  }

  async #refresh(): Promise<void> {
    this.#dueRefresh = undefined;
    await liveImportMap.refresh();
    this.#offerOpenModule();
    this.#schedule();
  }

  /** Once per release while the module stays on screen. */
  #offerOpenModule(): void {
    const unit = liveImportMap.openModule;
    if (unit === undefined) return;
    const release = liveImportMap.findNewRelease(unit);
    const offered = this.#offer?.unit === unit ? this.#offer.release : undefined;
    // A rollback to the release that runs here.
    if (release === undefined && offered !== undefined) this.#withdraw();
    // A page that was reloaded for a release and runs another one came from a cache.
    if (release === undefined || release === offered || release === readList('reloads', unit).at(-1)) return;
    this.#show(unit, release);
  }

  #handleElementError(target: EventTarget | null): void {
    if (target instanceof HTMLScriptElement && target.src) void this.recover({ address: target.src });
    // Preloads are ignored: whatever needs the file requests it again.
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') void this.recover({ address: target.href });
  }

  /** @returns whether the page is being reloaded */
  async #reloadOrOffer(unit: string, hadUnsavedChanges: boolean): Promise<boolean> {
    // While the portal cannot be reached, a reload would lose the page.
    const isKnown = await liveImportMap.refresh();
    const release = liveImportMap.findNewRelease(unit);
    if (!isKnown || release === undefined || !liveImportMap.isOpen(unit)) return false;
    // The page around a parcel does not reload for it.
    const isUnwanted = hadUnsavedChanges || hasUnsavedChanges() || wasJustReloaded() || !liveImportMap.isWhole(unit);
    const wasTried = readList('reloads', unit).includes(release);
    if (!isUnwanted && !wasTried && appendToList('reloads', unit, release)) {
      location.reload();
      return true;
    }
    this.#show(unit, release);
    return false;
  }

  #show(unit: string, release: string): void {
    this.#withdraw();
    const text =
      unit === shellUnit
        ? i18n.t('update.portal')
        : i18n.t('update.module', { name: findModuleName(getModuleKey(unit)) });
    const action = { label: i18n.t('update.action'), run: () => void this.#accept() };
    this.#offer = { unit, release, toast: showToast({ type: 'info', text, action }) };
  }

  #withdraw(): void {
    if (this.#offer) dismissToast(this.#offer.toast);
    this.#offer = undefined;
  }

  async #accept(): Promise<void> {
    const offer = this.#offer;
    if (!offer) return;
    if (await confirmLeaving()) {
      appendToList('reloads', offer.unit, offer.release);
      location.reload();
      // The click has closed the toast.
    } else if (this.#offer === offer) this.#show(offer.unit, offer.release);
  }
}

/** A file of a module or of the shell that did not load. */
interface LoadFailure {
  /** The address of the file, if known. */
  readonly address?: string | undefined;
  /** The import map name of its owner, for a file whose address is unknown. */
  readonly source?: string | undefined;
}

// Messages of webpack, Vite, the browsers' own import(), and SystemJS.
const messages =
  /Loading (?:CSS )?chunk .+ failed|Unable to preload CSS|dynamically imported module|module script failed|errors\.md#3\b/i;
const firstAddress = /\bhttps?:\/\/[^\s()]+/;
/** An error may be its own cause. */
const maxDepth = 10;

/** Finds the file that did not load, if the error or one of its causes names it. */
export function findLoadFailure({
  error,
  source,
  address,
}: Pick<ErrorReport, 'error' | 'source' | 'address'>): LoadFailure | undefined {
  let each = error;
  for (let depth = 0; each instanceof Error && depth < maxDepth; depth += 1) {
    if (each.name === 'ChunkLoadError' || messages.test(each.message)) return { address: findRequest(each), source };
    // Without a script in the stack, the file itself does not parse, such as a page of HTML.
    if (each instanceof SyntaxError && parseScripts(each).length === 0) return { address, source };
    each = each.cause;
  }
  return undefined;
}

function findRequest(error: Error): string | undefined {
  const request: unknown = Reflect.get(error, 'request');
  return typeof request === 'string' ? request : firstAddress.exec(error.message)?.[0];
}

/** Time in milliseconds after a reload without another one: a cached page fails right after its start. */
const quietTime = 10_000;

/** Whether a reload loaded this page less than `quietTime` ago. */
function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
  return isReload && performance.now() < quietTime;
}

/**
 * Reloads the page for an ES module that a team hosts if the page's native import map lacks its integrity: it was
 * published since, and nothing can add to that map (docs/decisions/0041).
 * @throws Error when the page was reloaded just now
 */
export async function requireNativeIntegrity(address: string): Promise<void> {
  const { integrity = {} } = System.getImportMap();
  const isOfPortal = new URL(address).origin === location.origin;
  if (isOfPortal || !integrity[address] || readPage().importMap.integrity[address]) return;
  if (wasJustReloaded()) throw new Error(`The integrity of ${address} is unknown in this page.`);
  location.reload();
  await new Promise<never>(() => {});
}
