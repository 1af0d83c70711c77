import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom plus what browsers have and jsdom lacks: fetch, observers, adopted style sheets. */
export default class BrowserEnvironment extends TestEnvironment {
  readonly #channels: BroadcastChannel[] = [];
  #restoreSheets = () => {};

  override async setup(): Promise<void> {
    await super.setup();
    const channels = this.#channels;
    Object.assign(this.global, {
      fetch,
      Request,
      Response,
      Headers,
      // Node's `fetch` accepts only Node's signals.
      AbortController,
      AbortSignal,
      ReadableStream,
      TextEncoder,
      TextDecoder,
      structuredClone,
      BroadcastChannel: class extends BroadcastChannel {
        constructor(name: string) {
          super(name);
          channels.push(this);
        }
      },
      PerformanceResourceTiming: class {},
      ResizeObserver: class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    });
    const { document, Blob, Element, FileReader, HTMLElement, URL, performance } = this.global;
    Object.assign(performance, { getEntriesByType: () => [] });
    Object.assign(Blob.prototype, {
      arrayBuffer(this: Blob) {
        return new Promise((resolve, reject) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result);
          reader.onerror = () => reject(reader.error);
          reader.readAsArrayBuffer(this);
        });
      },
    });
    let addresses = 0;
    Object.assign(URL, {
      createObjectURL() {
        addresses += 1;
        return `blob:http://localhost/${addresses}`;
      },
      revokeObjectURL() {},
    });
    Object.defineProperty(HTMLElement.prototype, 'innerText', {
      get(this: Element) {
        return this.textContent;
      },
    });
    Object.assign(document, { adoptedStyleSheets: [] });
    // All windows share the class.
    const sheets = this.global.CSSStyleSheet.prototype;
    const methods = Object.getOwnPropertyDescriptors(sheets);
    this.#restoreSheets = () => Object.defineProperties(sheets, methods);
    Object.assign(Element.prototype, { getAnimations: () => [] });
  }

  override async teardown(): Promise<void> {
    // An open channel keeps Node running.
    for (const channel of this.#channels) channel.close();
    this.#restoreSheets();
    await super.teardown();
  }
}
