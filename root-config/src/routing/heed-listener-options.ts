const routingEvents = new Set(['popstate', 'hashchange']);

type Listener = (event: Event) => unknown;

/**
 * Makes `once` and `signal` hold for listeners of popstate and hashchange, and a listener that is added twice count
 * once: single-spa keeps these listeners itself, to call them after its own work, and heeds none of it, so that what a
 * module meant to end would be called for ever. To be called after its `start`.
 */
export function heedListenerOptions(): void {
  const { addEventListener, removeEventListener } = window;
  /** What stands for a listener at single-spa, by event. */
  const standIns = new Map([...routingEvents].map((type) => [type, new Map<Listener, Listener>()]));

  window.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    const known = standIns.get(type);
    if (!known || !isListener(listener)) return Reflect.apply(addEventListener, window, [type, listener, options]);
    const { once, signal } = readOptions(options);
    if (known.has(listener) || signal?.aborted) return;
    const end = () => window.removeEventListener(type, listener);
    const standIn = (event: Event) => {
      if (once) end();
      return Reflect.apply(listener, window, [event]);
    };
    known.set(listener, standIn);
    signal?.addEventListener('abort', end, { once: true });
    addEventListener.call(window, type, standIn);
  };

  window.removeEventListener = (type: string, listener: unknown, options?: unknown) => {
    const known = standIns.get(type);
    const standIn = isListener(listener) ? known?.get(listener) : undefined;
    if (isListener(listener)) known?.delete(listener);
    Reflect.apply(removeEventListener, window, [type, standIn ?? listener, options]);
  };
}

function isListener(value: unknown): value is Listener {
  return typeof value === 'function';
}

function readOptions(options: unknown): { once: boolean; signal: AbortSignal | undefined } {
  if (typeof options !== 'object' || options === null) return { once: false, signal: undefined };
  const signal: unknown = Reflect.get(options, 'signal');
  return { once: Reflect.get(options, 'once') === true, signal: signal instanceof AbortSignal ? signal : undefined };
}
