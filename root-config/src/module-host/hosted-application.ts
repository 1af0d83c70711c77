import type { Mount } from '@portico/module-kit/mounting';
import { type GivenProps, type ReportKind, readPage, report } from '@portico/shared';
import type { DocumentTraces } from './document-traces';
import { ModuleFailure } from './module-failure';
import { getModuleImport, type ModuleImport } from './module-import';
import type { createPortalApi } from './portal-api';
import { type Attempt, type Content, Visit } from './visit';
import { unmountTimeout, withTimeout } from './with-timeout';

/** The part of the host that only modules of teams need. It loads before their scripts run. */
interface ModuleSupport {
  /** Removes their styles and leftovers from the document when the user leaves. */
  readonly documentTraces: DocumentTraces;
  readonly createPortalApi: typeof createPortalApi;
  /** Runs before each mount; returns a function that runs after the unmount. */
  readonly watchMount: (name: string) => () => void;
}

export interface HostedApplicationOptions {
  /** The name in the import map. */
  readonly name: string;
  /** The element that the application gets its place in. */
  readonly container: HTMLElement;
  /** The props of each mount beside those of the host. Only the shell's own parcels get a screen. */
  readonly props: { readonly key: string; readonly basePath: string; readonly screen?: string; readonly name?: string };
  /** For a parcel of a module: its name, such as `@module/people/card`, after those of the parcels around it. */
  readonly parcels?: readonly string[];
  /** For modules of teams. */
  readonly loadSupport?: () => Promise<ModuleSupport>;
  /** For modules of teams: their versions change while the page is open. */
  readonly importMapHooks?: ImportMapHooks;
  /** Returns how to mount the exports; `undefined` if they cannot be mounted. */
  readonly findMount: (exports: unknown) => Promise<Mount | undefined>;
  /** Adds the style sheets of the entry, and of what it imports, to the document. */
  readonly loadStyles?: () => Promise<void>;
  /** Forgets what the files left outside SystemJS, because the next import evaluates them again. */
  readonly forget?: () => void;
  /** Whether server-rendered content works without its script: it stays if that does not load. */
  readonly worksRendered?: boolean;
  /** Shows a failure in the place; returns a function that removes it. */
  readonly showFailure: (
    place: HTMLElement,
    failure: ModuleFailure,
    /** @param reloadsFiles whether to load the files again, even if they had loaded before a crash */
    onRetry: (reloadsFiles?: boolean) => Promise<void>,
  ) => () => Promise<void>;
  /** Called when the application, or its failure, is on screen. */
  readonly onShow?: (() => void) | undefined;
}

/** How the owner of the import map takes part in loading one application: it decides where the name leads. */
export interface ImportMapHooks {
  /** Runs before each import; may change the address. */
  readonly beforeImport: () => Promise<void>;
  /** Runs when an import has failed; the address may have changed afterwards. */
  readonly onImportError: (failure: ModuleFailure) => Promise<void>;
  /** The application is on screen. */
  readonly onMount: () => void;
  /** Returns the failure to show; `undefined` if it reloads the page, which it must not once the user `hasLeft`. */
  readonly onFailure: (failure: ModuleFailure, hasLeft: () => boolean) => Promise<ModuleFailure | undefined>;
}

interface Loading {
  readonly mount: Promise<Mount>;
  readonly startedAt: number;
  isPending: boolean;
  /** Whether the user has left before its end: then its style sheets may not have loaded. */
  isCut: boolean;
}

/**
 * The layer between single-spa and an application. single-spa always sees a healthy one: `mount` and `unmount` settle
 * quickly, while loading, mounting and failing happen here (docs/decisions/0001).
 */
export class HostedApplication {
  readonly #options: HostedApplicationOptions;
  readonly #import: ModuleImport;
  /** The time limit of loading and of mounting, in milliseconds each. */
  readonly #timeout = readPage().configuration.moduleTimeout;
  #loading: Loading | undefined;
  #support: ModuleSupport | undefined;
  #given: GivenProps = {};
  #visit: Visit | undefined;
  /** Mounts run one at a time: the next one waits for this. */
  #lastMount: Promise<unknown> = Promise.resolve();

  constructor(options: HostedApplicationOptions) {
    this.#options = options;
    this.#import = getModuleImport(options.name);
  }

  /** The lifecycles to register with single-spa. */
  readonly lifecycles = {
    timeouts: { mount: createTimeout(100), unmount: createTimeout(2 * unmountTimeout) },
    bootstrap: async () => {},
    mount: async () => {
      this.#visit = new Visit(this.#options.container);
      const parcel = this.#options.parcels?.at(-1);
      if (parcel) this.#visit.place.dataset.porticoParcel = parcel;
      void this.#start(this.#visit);
    },
    unmount: async () => {
      const visit = this.#visit;
      this.#visit = undefined;
      if (visit) await this.#leave(visit);
    },
  };

  /** Passes the given props of a parcel to what is mounted, and to each later mount. */
  update(given: GivenProps): void {
    this.#given = given;
    this.#visit?.update();
  }

  async #start(visit: Visit): Promise<void> {
    const { loadSupport, importMapHooks } = this.#options;
    const attempt = visit.startAttempt();
    try {
      const loading = loadSupport ? this.#enterDocument(attempt, loadSupport).then(() => this.#load()) : this.#load();
      const mount = await withTimeout(loading, this.#timeout, () => this.#createFailure('load-timeout'));
      await this.#afterLastMount(() => this.#mount(visit, attempt, mount));
      if (attempt.state === 'mounted') importMapHooks?.onMount();
    } catch (error) {
      const failure = error instanceof ModuleFailure ? error : this.#createFailure('mount-error', error);
      await this.#fail(visit, attempt, failure);
    }
  }

  /** Records the traces of an attempt: before its scripts run. */
  async #enterDocument(attempt: Attempt, loadSupport: () => Promise<ModuleSupport>): Promise<void> {
    this.#support = await loadSupport().catch((cause: unknown) => {
      throw this.#createFailure('load-error', cause);
    });
    attempt.leaveDocument = this.#support.documentTraces.enter(this.#options.name, attempt.element);
    if (hasLeft(attempt)) attempt.leaveDocument();
  }

  /** Joins a load under way, unless it has exceeded the time limit. */
  async #load(): Promise<Mount> {
    const isHanging = this.#loading?.isPending && Date.now() - this.#loading.startedAt > this.#timeout;
    if (isHanging) this.#forget();
    this.#loading ??= this.#startLoading();
    const loading = this.#loading;
    const mount = await loading.mount;
    if (loading.isCut && this.#visit) {
      await this.#loadStyles();
      loading.isCut = !this.#visit;
    }
    return mount;
  }

  #startLoading(): Loading {
    const loading = { mount: this.#importMount(), startedAt: Date.now(), isPending: true, isCut: !this.#visit };
    const settle = (hasFailed: boolean) => {
      loading.isPending = false;
      // Also if the user has left meanwhile: the next visit loads again.
      if (hasFailed && this.#loading === loading) this.#forget();
      this.#support?.documentTraces.leaveLate();
    };
    loading.mount.then(
      () => settle(false),
      () => settle(true),
    );
    return loading;
  }

  async #importMount(): Promise<Mount> {
    await this.#options.importMapHooks?.beforeImport();
    const { address } = this.#import;
    const styles = this.#loadStyles();
    // The scripts may fail first.
    styles.catch(() => undefined);
    const exports = await this.#import.load(this.#options.importMapHooks?.onImportError);
    // The import map may have changed meanwhile.
    await (this.#import.address === address ? styles : this.#loadStyles());
    const mount = await this.#options.findMount(exports).catch((cause: unknown) => {
      throw cause instanceof ModuleFailure ? cause : this.#createFailure('load-error', cause);
    });
    if (!mount) throw this.#createFailure('wrong-exports');
    return mount;
  }

  async #loadStyles(): Promise<void> {
    await this.#options.loadStyles?.().catch((cause: unknown) => {
      throw this.#createFailure('load-error', cause);
    });
  }

  async #mount(visit: Visit, attempt: Attempt, mount: Mount): Promise<void> {
    if (attempt.state !== 'loading') return;
    const { name, parcels, props } = this.#options;
    const { element } = attempt;
    const onCrash = (cause: unknown) => void this.#fail(visit, attempt, this.#createFailure('crash', cause));
    const onError = (error: unknown) => this.#report('reported', error);
    const { portal, release: releasePortal } = this.#support?.createPortalApi(onError, name, parcels) ?? {};
    const endWatch = this.#support?.watchMount(name);
    const release = () => {
      releasePortal?.();
      endWatch?.();
    };
    attempt.releasePortal = releasePortal;
    try {
      const given = this.#given;
      const createProps = () => ({ ...this.#given, ...props, element, portal, onCrash });
      const { unmount, update } = await mount(createProps());
      attempt.releasePortal = undefined;
      if (attempt.state === 'loading') {
        attempt.state = 'mounted';
        this.#show(visit, { unmount, release, update: () => void update?.(createProps()).catch(onCrash) });
        if (given !== this.#given) visit.update();
        return;
      }
      // The user has left, or the time limit has passed: undo the late mount.
      await unmount().finally(release);
      this.#support?.documentTraces.leaveLate();
    } catch (error) {
      release();
      throw error;
    }
  }

  async #fail(visit: Visit, attempt: Attempt, failure: ModuleFailure): Promise<void> {
    const { importMapHooks, onShow, showFailure, worksRendered } = this.#options;
    // Ignore timeouts after the user has left.
    const isLate = hasLeft(attempt) && failure.kind.endsWith('-timeout');
    if (!isLate && failure.kind !== 'not-granted') this.#report(failure.kind, failure);
    if (attempt.state === 'failed' || attempt.state === 'left') return;
    attempt.state = 'failed';
    attempt.releasePortal?.();
    if (worksRendered && visit.isRendered && failure.kind.startsWith('load-')) return onShow?.();
    const shown = importMapHooks ? await importMapHooks.onFailure(failure, () => hasLeft(attempt)) : failure;
    if (!shown || hasLeft(attempt)) return;
    await this.#clear(visit);
    if (hasLeft(attempt)) return;
    attempt.leaveDocument?.();
    if (failure.kind !== 'crash') this.#forget();
    const retry = async (reloadsFiles = false) => {
      await visit.clear();
      if (reloadsFiles) this.#forget();
      if (!hasLeft(attempt)) await this.#start(visit);
    };
    this.#show(visit, { unmount: showFailure(visit.place, shown, retry) });
  }

  #show(visit: Visit, content: Content): void {
    visit.show(content);
    this.#options.onShow?.();
  }

  async #leave(visit: Visit): Promise<void> {
    if (this.#loading?.isPending) this.#loading.isCut = true;
    visit.end();
    await this.#clear(visit);
    visit.place.remove();
    visit.leaveDocument();
  }

  async #clear(visit: Visit): Promise<void> {
    await visit.clear().catch((error: unknown) => this.#report('unmount-error', error));
  }

  #forget(): void {
    this.#loading = undefined;
    // Other parts of the module on screen run what has loaded.
    if (this.#options.parcels && this.#import.isLoaded) return;
    if (this.#import.forget()) this.#support?.documentTraces.forget(this.#options.name);
    this.#options.forget?.();
  }

  /** With a time limit, so that a mount that never settles does not block all later ones. */
  #afterLastMount(task: () => Promise<void>): Promise<void> {
    const mounting = this.#lastMount.then(task);
    const result = withTimeout(mounting, this.#timeout, () => this.#createFailure('mount-timeout'));
    this.#lastMount = result.catch(() => undefined);
    return result;
  }

  #report(kind: ReportKind, error: unknown): void {
    const parcel = this.#options.parcels?.at(-1);
    report({ kind, source: this.#options.name, error, ...(parcel && { message: `the parcel ${parcel}` }) });
  }

  #createFailure(kind: ModuleFailure['kind'], cause?: unknown): ModuleFailure {
    return new ModuleFailure(kind, this.#import.address, cause);
  }
}

// A function, because TypeScript believes that the state does not change during an `await`.
const hasLeft = ({ state }: Attempt) => state === 'left';

/** Sets when single-spa warns about a slow step: it keeps the data of the step until then, 3 s by default. */
function createTimeout(millis: number) {
  return { millis, warningMillis: millis, dieOnTimeout: false };
}
