/** What React tells its tools. */
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
    /** Of React's own browser extension, which is there first. */
    __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook;
  }
}

const renderers = new Map<number, unknown>();

// Hot replacement comes with a module, later than the React of the page: it finds that React here.
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
