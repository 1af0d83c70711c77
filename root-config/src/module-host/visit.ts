import { createLoader } from './create-loader';
import { unmountLimit, withinTimeLimit } from './time-limit';

/** What is on screen in a place. */
export interface Content {
  readonly unmount: () => Promise<void>;
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
}

/** The time that the user spends at one application, with its place on screen. */
export class Visit {
  readonly place = document.createElement('div');
  readonly #loader = createLoader();
  #content: Content | undefined;
  #attempt: Attempt | undefined;

  constructor(container: HTMLElement) {
    this.place.className = 'portico-place';
    container.append(this.place);
  }

  /** Puts a fresh element into the place, beside a loader. */
  startAttempt(): Attempt {
    const attempt: Attempt = { element: document.createElement('div'), state: 'loading' };
    this.#attempt = attempt;
    this.place.replaceChildren(this.#loader, attempt.element);
    return attempt;
  }

  /** @param content in the place from now on: the application, or the panel of its failure */
  show(content: Content): void {
    this.#loader.remove();
    this.#content = content;
  }

  /**
   * Removes the content; the place stays, empty.
   * @throws what `unmount` throws, or Error when it takes too long
   */
  async clear(): Promise<void> {
    const content = this.#content;
    this.#content = undefined;
    const createError = () => new Error(`The unmount took longer than ${unmountLimit} ms.`);
    try {
      if (content) await withinTimeLimit(content.unmount(), unmountLimit, createError);
    } finally {
      content?.release?.();
      this.place.replaceChildren();
    }
  }

  /** Hides the place at once; from now on no attempt may mount into it. */
  end(): void {
    if (this.#attempt) this.#attempt.state = 'left';
    this.place.hidden = true;
  }
}
