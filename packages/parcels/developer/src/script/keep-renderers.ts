/** React's interface to its tools. */
interface Hook {
  readonly renderers: Map<number, unknown>;
  readonly supportsFiber: boolean;
  inject(renderer: unknown): number;
  onScheduleFiberRoot(): void;
  onCommitFiberRoot(): void;
  onCommitFiberUnmount(): void;
}

declare global {
  interface Window {
    /** Set earlier by React's browser extension, if it is installed. */
    __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook;
  }
}

const renderers = new Map<number, unknown>();

// Hot replacement loads with a module, after the React of the page, and finds that React here.
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers,
  supportsFiber: true,
  inject(renderer) {
    const id = renderers.size + 1;
    renderers.set(id, renderer);
    return id;
  },
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
};

export {};
