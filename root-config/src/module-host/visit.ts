/** A stay of the user at one application: its place on screen, from the moment it is opened until it is left. */
export class Visit {
  readonly place = document.createElement('div');
  #unmount: (() => Promise<void>) | undefined;
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
    const loader = document.createElement('div');
    loader.className = 'portico-loader';
    loader.setAttribute('role', 'status');
    this.place.replaceChildren(loader, element);
    return { element, finishLoading: () => loader.remove() };
  }

  /** Keeps what takes the mounted content away. */
  holds(unmount: () => Promise<void>): void {
    this.#unmount = unmount;
  }

  /** Takes the content away; the place stays, empty. */
  async clear(): Promise<void> {
    const unmount = this.#unmount;
    this.#unmount = undefined;
    try {
      await unmount?.();
    } finally {
      this.place.replaceChildren();
    }
  }

  /** From here on nothing may be mounted into the place any more. */
  end(): void {
    this.#hasEnded = true;
  }
}
