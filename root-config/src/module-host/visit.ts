import { createLoader } from '../page/create-loader';
import { unmountLimit } from './time-limit';

/** What is mounted in a place: how to take it away, and what is to be let go of even if that does not succeed. */
export interface Content {
  readonly unmount: () => Promise<void>;
  readonly release?: () => void;
}

/** A stay of the user at one application: its place on screen, from the moment it is opened until it is left. */
export class Visit {
  readonly place = document.createElement('div');
  #content: Content | undefined;
  #hasEnded = false;

  constructor(container: HTMLElement) {
    this.place.className = 'portico-place';
    container.append(this.place);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** A fresh element to mount into, beside the loader that stands until `finishLoading` is called. */
  startLoading(): { element: HTMLElement; finishLoading: () => void } {
    const element = document.createElement('div');
    const loader = createLoader();
    this.place.replaceChildren(loader, element);
    return { element, finishLoading: () => loader.remove() };
  }

  holds(content: Content): void {
    this.#content = content;
  }

  /** Takes the content away; the place stays, empty. */
  async clear(): Promise<void> {
    const content = this.#content;
    this.#content = undefined;
    let isReleased = false;
    const release = () => {
      if (!isReleased) content?.release?.();
      isReleased = true;
    };
    const hung = setTimeout(release, unmountLimit);
    try {
      await content?.unmount();
    } finally {
      clearTimeout(hung);
      release();
      this.place.replaceChildren();
    }
  }

  /** The user has gone: off the screen at once, and from here on nothing may be mounted into the place any more. */
  end(): void {
    this.#hasEnded = true;
    this.place.hidden = true;
  }
}
