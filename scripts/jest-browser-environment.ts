import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with what a browser has and jsdom lacks: calls to a server, and the observers and sheets that nothing draws. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Request,
      Response,
      Headers,
      // Node's `fetch` takes the signals of Node alone.
      AbortController,
      AbortSignal,
      ReadableStream,
      TextEncoder,
      TextDecoder,
      structuredClone,
      ResizeObserver: class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    });
    const { document, Element, HTMLElement } = this.global;
    Object.defineProperty(HTMLElement.prototype, 'innerText', {
      get(this: Element) {
        return this.textContent;
      },
    });
    Object.assign(document, { adoptedStyleSheets: [] });
    Object.assign(Element.prototype, { getAnimations: () => [] });
  }
}
