import type { DocumentTraces } from './document-traces';
import { ModuleFailure } from './module-failure';
import { ModuleImport } from './module-import';
import type { HostProps, Mount } from './mountable';
import { withinTimeLimit } from './time-limit';
import { Visit } from './visit';

// Leaving never waits longer than this for a module that does not come to an end.
const unmountLimit = 3_000;

export interface HostedApplicationOptions {
  /** The name in the import map. */
  readonly name: string;
  /** Where the application gets its place. */
  readonly container: HTMLElement;
  /** The time to load and mount, in milliseconds each. */
  readonly timeout: number;
  /** Given for modules of teams, whose styles and leftovers are taken off the document when they are left. */
  readonly traces?: DocumentTraces;
  /** Finds out how to mount what was imported; `undefined` when it is nothing that can be mounted. */
  readonly mountableOf: (exports: unknown) => Promise<Mount | undefined>;
  /** The props of one mount; `release` is called once it is unmounted. */
  readonly createProps: (
    element: HTMLElement,
    onCrash: (error: unknown) => void,
  ) => { props: HostProps; release: () => void };
  /** Shows a failure in the place; returns what takes it away again. */
  readonly showFailure: (place: HTMLElement, failure: ModuleFailure, onRetry: () => void) => () => Promise<void>;
  /** Tells the operator. */
  readonly report: (error: unknown) => void;
}

/**
 * Stands between single-spa and an application, so that single-spa always sees a healthy one: `mount` and `unmount`
 * settle at once or soon, while loading, mounting and failing happen here (design, section 4).
 */
export class HostedApplication {
  readonly #options: HostedApplicationOptions;
  readonly #import: ModuleImport;
  #mount: Promise<Mount> | undefined;
  #visit: Visit | undefined;
  /** One thing at a time: a visit mounts only after the one before it has let go. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: HostedApplicationOptions) {
    this.#options = options;
    this.#import = new ModuleImport(options.name);
  }

  /** What single-spa registers. */
  readonly lifecycles = {
    bootstrap: async () => {},
    mount: async () => {
      this.#visit = new Visit(this.#options.container);
      void this.#open(this.#visit);
    },
    unmount: async () => {
      const visit = this.#visit;
      this.#visit = undefined;
      if (visit) await this.#leave(visit);
    },
  };

  async #open(visit: Visit): Promise<void> {
    const { timeout } = this.#options;
    const attempt = { isOver: false };
    const { element, finishLoading } = visit.startLoading();
    this.#options.traces?.enter();
    try {
      const mount = await withinTimeLimit(this.#load(), timeout, () => this.#failure('load-timeout'));
      const mounting = this.#inTurn(() => this.#mountInto(visit, attempt, element, mount));
      await withinTimeLimit(mounting, timeout, () => this.#failure('mount-timeout'));
      finishLoading();
    } catch (error) {
      attempt.isOver = true;
      if (!visit.hasEnded)
        await this.#fail(visit, error instanceof ModuleFailure ? error : this.#failure('mount-error', error));
    }
  }

  #load(): Promise<Mount> {
    this.#mount ??= this.#import.load().then(async (exports) => {
      const mount = await this.#options.mountableOf(exports).catch((cause: unknown) => {
        throw this.#failure('load-error', cause);
      });
      if (!mount) throw this.#failure('wrong-exports');
      return mount;
    });
    return this.#mount;
  }

  /** A mount that settles after its visit has ended, or after its time, is taken back at once. */
  async #mountInto(visit: Visit, attempt: { isOver: boolean }, element: HTMLElement, mount: Mount): Promise<void> {
    if (visit.hasEnded || attempt.isOver) return;
    const onCrash = (cause: unknown) => {
      if (!visit.hasEnded) void this.#fail(visit, this.#failure('crash', cause));
    };
    const { props, release } = this.#options.createProps(element, onCrash);
    try {
      const unmount = await mount(props);
      const leave = () => unmount().finally(release);
      if (visit.hasEnded || attempt.isOver) await leave();
      else visit.holds(leave);
    } catch (error) {
      release();
      throw error;
    }
  }

  async #fail(visit: Visit, failure: ModuleFailure): Promise<void> {
    this.#options.report(failure);
    await this.#clear(visit);
    this.#options.traces?.leave();
    if (failure.kind !== 'crash') {
      this.#mount = undefined;
      this.#import.forget();
      this.#options.traces?.forget();
    }
    if (visit.hasEnded) return;
    const retry = async () => {
      await visit.clear();
      if (!visit.hasEnded) await this.#open(visit);
    };
    visit.holds(this.#options.showFailure(visit.place, failure, retry));
  }

  async #leave(visit: Visit): Promise<void> {
    visit.end();
    await this.#clear(visit);
    visit.place.remove();
    this.#options.traces?.leave();
  }

  async #clear(visit: Visit): Promise<void> {
    const late = () => new Error(`${this.#options.name} did not unmount within ${unmountLimit} ms.`);
    await withinTimeLimit(visit.clear(), unmountLimit, late).catch(this.#options.report);
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(task);
    const { timeout } = this.#options;
    // A turn ends with its time, or one mount that never settles would hold up every later one.
    this.#turn = withinTimeLimit(result, timeout, () => new Error('late')).catch(() => undefined);
    return result;
  }

  #failure(kind: ModuleFailure['kind'], cause?: unknown): ModuleFailure {
    return new ModuleFailure(kind, this.#import.address, cause);
  }
}
