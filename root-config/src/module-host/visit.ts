import { createLoader } from './create-loader';
import { unmountTimeout, withTimeout } from './with-timeout';

/** The content of a place. */
export interface Content {
  readonly unmount: () => Promise<void>;
  /** Passes changed props to a parcel. */
  readonly update?: () => void;
  /** Called after `unmount`, even if that fails or hangs. */
  readonly release?: () => void;
}

/**
 * loading ─► mounted ─► failed (crash)
 *    └─────► failed              A retry is a new attempt.
 * Each of them ─► left           The user has gone.
 */
type AttemptState = 'loading' | 'mounted' | 'failed' | 'left';

/** One attempt to load and mount the application into an element of its own. */
export interface Attempt {
  readonly element: HTMLElement;
  state: AttemptState;
  /** While the application mounts: ends what it may do to the shell, because the attempt is over. */
  releasePortal?: (() => void) | undefined;
  /** Undoes the traces in the document. Without effect at a second call. */
  leaveDocument?: (() => void) | undefined;
}

/** The time that the user spends at one application, with its place on screen. */
export class Visit {
  readonly place: HTMLElement;
  #removeLoader = () => {};
  #content: Content | undefined;
  #attempt: Attempt | undefined;

  /** @param container may already have the place, with the server-rendered content of this application */
  constructor(container: HTMLElement) {
    const rendered = container.querySelector<HTMLElement>(':scope > [data-rendered]');
    this.place = rendered ?? document.createElement('div');
    if (rendered) return;
    this.place.className = 'portico-place';
    container.append(this.place);
  }

  /** Whether the place has server-rendered content that is not hydrated yet. */
  get isRendered(): boolean {
    return this.place.dataset.rendered !== undefined;
  }

  /**
   * Puts a fresh element into the place, with a loader beside it from the next frame on: a module that has loaded
   * before is on screen by then. The first attempt gets the element of server-rendered content.
   */
  startAttempt(): Attempt {
    const { firstElementChild: rendered } = this.place;
    const isHydrating = this.isRendered && rendered instanceof HTMLElement;
    const attempt: Attempt = { element: isHydrating ? rendered : document.createElement('div'), state: 'loading' };
    this.#attempt = attempt;
    if (isHydrating) return attempt;
    this.place.replaceChildren(attempt.element);
    this.#removeLoader = addLoader(attempt.element);
    return attempt;
  }

  /** @param content in the place from now on: the application, or the panel of its failure */
  show(content: Content): void {
    this.#removeLoader();
    this.#content = content;
    delete this.place.dataset.rendered;
  }

  update(): void {
    this.#content?.update?.();
  }

  /** Empties the place. Throws what `unmount` throws, or an Error when it takes too long. */
  async clear(): Promise<void> {
    const content = this.#content;
    this.#content = undefined;
    const createError = () => new Error(`The unmount took longer than ${unmountTimeout} ms.`);
    try {
      if (content) await withTimeout(content.unmount(), unmountTimeout, createError);
    } finally {
      content?.release?.();
      delete this.place.dataset.rendered;
      this.place.replaceChildren();
    }
  }

  /** Hides the place immediately; from now on no attempt may mount into it. */
  end(): void {
    if (this.#attempt) this.#attempt.state = 'left';
    this.#attempt?.releasePortal?.();
    this.place.hidden = true;
  }

  /** To be called at last: undoes the traces of the last attempt in the document. */
  leaveDocument(): void {
    this.#attempt?.leaveDocument?.();
  }
}

/** @returns removes the loader, or keeps it from coming */
function addLoader(element: HTMLElement): () => void {
  let loader: HTMLElement | undefined;
  const frame = requestAnimationFrame(() => {
    loader = createLoader();
    element.before(loader);
  });
  return () => {
    cancelAnimationFrame(frame);
    loader?.remove();
  };
}
