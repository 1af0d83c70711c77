import type { Mount, MountProps } from '@portico/module-kit/mounting';
import type { MountParcel, ReportKind } from '@portico/shared';
import type { DocumentTraces } from './document-traces';
import { ModuleFailure } from './module-failure';
import { ModuleImport } from './module-import';
import { unmountLimit, withinTimeLimit } from './time-limit';
import type { ModuleTrial, Retreat } from './trial';
import { Visit } from './visit';

/** What the host hands over; to the shell's own parcels their screen, too, and how they mount others. */
interface HostProps extends MountProps {
  readonly screen?: string;
  readonly mountParcel?: MountParcel;
}

export interface HostedApplicationOptions {
  /** The name in the import map. */
  readonly name: string;
  /** Where the application gets its place. */
  readonly container: HTMLElement;
  /** The time to load and mount, in milliseconds each. */
  readonly timeout: number;
  /** Given for modules of teams, whose styles and leftovers are taken off the document when they are left. */
  readonly traces?: DocumentTraces;
  /** Given for modules of teams, whose versions may be on trial. */
  readonly trial?: ModuleTrial;
  /** Finds out how to mount what was imported; `undefined` when it is nothing that can be mounted. */
  readonly mountableOf: (exports: unknown) => Promise<Mount | undefined>;
  /** The next import will evaluate the files anew: whatever they left outside SystemJS is to be forgotten. */
  readonly forget?: () => void;
  /** The props of one mount; `release` is called once it is unmounted. */
  readonly createProps: (
    element: HTMLElement,
    onCrash: (error: unknown) => void,
  ) => { props: HostProps; release: () => void };
  /** Shows a failure in the place; returns what takes it away again. */
  readonly showFailure: (
    place: HTMLElement,
    failure: ModuleFailure,
    /** @param isAnew whether its files are loaded again, even if they had been and it crashed later */
    onRetry: (isAnew?: boolean) => void,
  ) => () => Promise<void>;
  /** Tells the operator. */
  readonly report: (kind: ReportKind, error: unknown) => void;
}

/** One try to show the application; over when it has failed, or taken too long. */
interface Attempt {
  readonly visit: Visit;
  isOver: boolean;
}

/**
 * Stands between single-spa and an application, so that single-spa always sees a healthy one: `mount` and `unmount`
 * settle at once or soon, while loading, mounting and failing happen here (design, section 4).
 */
export class HostedApplication {
  readonly #options: HostedApplicationOptions;
  readonly #import: ModuleImport;
  #loading: { readonly mount: Promise<Mount>; readonly startedAt: number; isPending: boolean } | undefined;
  #visit: Visit | undefined;
  /** Another version is being tried instead of the one that failed so. */
  #retreat: (Retreat & { readonly cause: ModuleFailure }) | undefined;
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
    const { timeout, traces } = this.#options;
    const attempt = { visit, isOver: false };
    const { element, finishLoading } = visit.startLoading();
    traces?.enter();
    try {
      const mount = await withinTimeLimit(this.#load(), timeout, () => this.#failure('load-timeout'));
      const mounting = this.#inTurn(() => this.#mountInto(element, attempt, mount));
      await withinTimeLimit(mounting, timeout, () => this.#failure('mount-timeout'));
      finishLoading();
      if (!visit.hasEnded && !attempt.isOver) this.#noteMount();
    } catch (error) {
      await this.#fail(attempt, error instanceof ModuleFailure ? error : this.#failure('mount-error', error));
    }
  }

  /** What is loading is joined, unless it has been at it for so long that it would be a failure. */
  #load(): Promise<Mount> {
    const isHanging = this.#loading?.isPending && Date.now() - this.#loading.startedAt > this.#options.timeout;
    if (isHanging) this.#forget();
    if (!this.#loading) {
      const started = { mount: this.#importMount(), startedAt: Date.now(), isPending: true };
      this.#loading = started;
      const settle = (hasFailed: boolean) => {
        started.isPending = false;
        // Also when nobody is left to see the failure: the next visit tries anew.
        if (hasFailed && this.#loading === started) this.#forget();
        this.#options.traces?.leaveLate();
      };
      started.mount.then(
        () => settle(false),
        () => settle(true),
      );
    }
    return this.#loading.mount;
  }

  async #importMount(): Promise<Mount> {
    await this.#options.trial?.prepare();
    const exports = await this.#import.load();
    const mount = await this.#options.mountableOf(exports).catch((cause: unknown) => {
      throw this.#failure('load-error', cause);
    });
    if (!mount) throw this.#failure('wrong-exports');
    return mount;
  }

  /** A mount that settles after its visit has ended, or after its time, is taken back at once. */
  async #mountInto(element: HTMLElement, attempt: Attempt, mount: Mount): Promise<void> {
    const { visit } = attempt;
    const isUnwanted = () => visit.hasEnded || attempt.isOver;
    if (isUnwanted()) return;
    const onCrash = (cause: unknown) => void this.#fail(attempt, this.#failure('crash', cause));
    const { props, release } = this.#options.createProps(element, onCrash);
    try {
      const unmount = await mount(props);
      if (!isUnwanted()) return visit.holds({ unmount, release });
      await unmount().finally(release);
      this.#options.traces?.leaveLate();
    } catch (error) {
      release();
      throw error;
    }
  }

  async #fail(attempt: Attempt, failure: ModuleFailure): Promise<void> {
    const { visit } = attempt;
    const { report, showFailure, traces, trial } = this.#options;
    const wasOver = attempt.isOver;
    attempt.isOver = true;
    // Who is late after the user has gone kept nobody waiting.
    if (!visit.hasEnded || !failure.kind.endsWith('-timeout')) report(failure.kind, failure);
    // What it failed for is shown already, or another version stands in its place.
    if (visit.hasEnded || wasOver) return;
    const retreat = this.#retreat ? undefined : await trial?.retreatFrom(failure);
    if (visit.hasEnded) return;
    await this.#clear(visit);
    if (visit.hasEnded) return;
    traces?.leave();
    if (failure.kind !== 'crash') this.#forget();
    if (retreat) {
      retreat.start();
      this.#retreat = { ...retreat, cause: failure };
      return this.#open(visit);
    }
    const shown = this.#undoRetreat() ?? failure;
    const retry = async (isAnew = false) => {
      await visit.clear();
      if (isAnew) this.#forget();
      if (!visit.hasEnded) await this.#open(visit);
    };
    visit.holds({ unmount: showFailure(visit.place, shown, retry) });
  }

  #noteMount(): void {
    const retreat = this.#retreat;
    this.#retreat = undefined;
    if (retreat) retreat.succeed();
    else this.#options.trial?.noteMount();
  }

  /** The other version failed, too. @returns what the first one failed for */
  #undoRetreat(): ModuleFailure | undefined {
    const retreat = this.#retreat;
    this.#retreat = undefined;
    retreat?.undo();
    return retreat?.cause;
  }

  async #leave(visit: Visit): Promise<void> {
    visit.end();
    await this.#clear(visit);
    visit.place.remove();
    this.#options.traces?.leave();
  }

  async #clear(visit: Visit): Promise<void> {
    const late = () => new Error(`${this.#options.name} did not unmount within ${unmountLimit} ms.`);
    await withinTimeLimit(visit.clear(), unmountLimit, late).catch((error: unknown) =>
      this.#options.report('unmount-error', error),
    );
  }

  #forget(): void {
    this.#loading = undefined;
    this.#import.forget();
    this.#options.traces?.forget();
    this.#options.forget?.();
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(task);
    // A turn ends with its time, or one mount that never settles would hold up every later one.
    this.#turn = withinTimeLimit(result, this.#options.timeout, () => new Error('late')).catch(() => undefined);
    return result;
  }

  #failure(kind: ModuleFailure['kind'], cause?: unknown): ModuleFailure {
    return new ModuleFailure(kind, this.#import.address, cause);
  }
}
