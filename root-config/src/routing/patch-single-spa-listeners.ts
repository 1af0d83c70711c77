const routingEvents = new Set(['popstate', 'hashchange']);

type Listener = (event: Event) => unknown;

/**
 * Adds support for `once`, `signal` and duplicate listeners to popstate and hashchange: single-spa keeps these
 * listeners itself, to call them after its own work, and ignores all three, so listeners of modules would run for ever.
 * Other listeners bypass single-spa, which calls the methods of its own start: zone.js replaces them later.
 * To be called after its `start`.
 */
export function patchSingleSpaListeners(): void {
  const { addEventListener, removeEventListener } = window;
  /** The wrapper of each listener that single-spa has, by event. */
  const wrappers = new Map([...routingEvents].map((type) => [type, new Map<Listener, Listener>()]));

  window.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    const known = wrappers.get(type);
    if (!known || !isListener(listener))
      return Reflect.apply(EventTarget.prototype.addEventListener, window, [type, listener, options]);
    const { once, signal }: AddEventListenerOptions = Object(options);
    if (known.has(listener) || signal?.aborted) return;
    const end = () => window.removeEventListener(type, listener);
    const wrapper = (event: Event) => {
      if (once) end();
      return Reflect.apply(listener, window, [event]);
    };
    known.set(listener, wrapper);
    signal?.addEventListener('abort', end, { once: true });
    addEventListener.call(window, type, wrapper);
  };

  window.removeEventListener = (type: string, listener: unknown, options?: unknown) => {
    const known = wrappers.get(type);
    if (!known || !isListener(listener))
      return Reflect.apply(EventTarget.prototype.removeEventListener, window, [type, listener, options]);
    const wrapper = known.get(listener);
    known.delete(listener);
    Reflect.apply(removeEventListener, window, [type, wrapper ?? listener, options]);
  };
}

function isListener(value: unknown): value is Listener {
  return typeof value === 'function';
}
