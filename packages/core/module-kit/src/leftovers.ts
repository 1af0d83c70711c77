/** Something that a module started and did not end. */
export interface Leftover {
  readonly kind: string;
  /** For example `a listener of "resize" on window`. */
  readonly description: string;
  /** An error with the stack of the call that started it, if known. Reading the stack takes long. */
  readonly error?: Error;
  /** Ends it. */
  remove(): void;
}

interface Started extends Leftover {
  readonly owner: string;
  /** Ends it, once aborted. */
  readonly signal: AbortSignal | undefined;
}

/** The record of what was started, by kind (such as `window resize`) and by listener or number of a timer. */
interface Log {
  /** @returns whether it has an owner, and so was recorded */
  start(kind: string, key: unknown, description: string, remove: () => void, signal?: AbortSignal): boolean;
  forget(kind: string, key: unknown): void;
}

/**
 * Records listeners of window and document, intervals, and pending timeouts, of the owner that `findOwner` returns, if
 * any.
 * @param findOwner gets an error with the stack of the call
 */
export function watchLeftovers(findOwner: (error: Error) => string | undefined) {
  const started = new Map<string, Map<unknown, Started>>();
  const log: Log = {
    start(kind, key, description, remove, signal) {
      const error = new Error();
      const owner = findOwner(error);
      if (owner === undefined) return false;
      const ofKind = started.get(kind) ?? new Map<unknown, Started>();
      // The same listener again changes nothing.
      if (!ofKind.has(key)) ofKind.set(key, { kind, owner, description, remove, signal, error });
      started.set(kind, ofKind);
      return true;
    },
    forget: (kind, key) => void started.get(kind)?.delete(key),
  };
  const ends = [watchListeners(window, 'window', log), watchListeners(document, 'document', log), watchTimers(log)];
  return {
    /** Returns what this owner started and did not end. */
    leftBy(owner: string): readonly Leftover[] {
      for (const ofKind of started.values())
        for (const [key, { signal }] of ofKind) if (signal?.aborted) ofKind.delete(key);
      return [...started.values()].flatMap((ofKind) => [...ofKind.values()]).filter((each) => each.owner === owner);
    },
    /** Stops recording. */
    end() {
      for (const end of ends) end();
    },
  };
}

function watchListeners(target: Window | Document, name: string, log: Log): () => void {
  const methods = ['addEventListener', 'removeEventListener'] as const;
  const own = new Map(methods.map((method) => [method, Object.getOwnPropertyDescriptor(target, method)]));
  const { addEventListener, removeEventListener } = target;
  const first = { addEventListener, removeEventListener };
  // Those of the prototype are read at each call, because zone.js replaces them when it loads.
  const find = (method: (typeof methods)[number]) =>
    (own.get(method) ? undefined : Reflect.get(Object.getPrototypeOf(target), method)) ?? first[method];
  const call = (method: (typeof methods)[number], ...values: unknown[]) => Reflect.apply(find(method), target, values);
  const getKind = (type: string, options: unknown) => `${name} ${type}${isCapture(options) ? ' capture' : ''}`;
  const add: typeof target.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    call('addEventListener', type, listener, options);
    const { once, signal }: AddEventListenerOptions = Object(options);
    if (isPermanent(target, type, isCapture(options)) || !listener || signal?.aborted) return;
    const kind = getKind(type, options);
    const end = () => remove(type, Object(listener), isCapture(options));
    if (!log.start(kind, listener, `a listener of "${type}" on ${name}`, end, signal) || !once) return;
    call('addEventListener', type, () => log.forget(kind, listener), { ...Object(options) });
  };
  const remove: typeof target.removeEventListener = (type: string, listener: unknown, options?: unknown) => {
    call('removeEventListener', type, listener, options);
    log.forget(getKind(type, options), listener);
  };
  target.addEventListener = add;
  target.removeEventListener = remove;
  return () => {
    for (const [method, descriptor] of own) {
      if (descriptor) Object.defineProperty(target, method, descriptor);
      else Reflect.deleteProperty(target, method);
    }
  };
}

function isCapture(options: unknown): boolean {
  return options === true || Object(options).capture === true;
}

/** user-event and each copy of React and Svelte add these listeners to the document once and never remove them. */
function isPermanent(target: Window | Document, type: string, isCapturing: boolean): boolean {
  if (!(target instanceof Document)) return false;
  return type === 'selectionchange' || (isCapturing && ['focus', 'blur', 'reset'].includes(type));
}

function watchTimers(log: Log): () => void {
  const { setInterval, clearInterval, setTimeout, clearTimeout } = window;
  const startInterval = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    const id: unknown = Reflect.apply(setInterval, window, [handler, delay, ...values]);
    log.start('interval', id, `an interval of ${delay} ms`, () => stop(id));
    return id;
  };
  const startTimeout = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    const run = (...given: unknown[]) => {
      log.forget('timeout', id);
      if (typeof handler === 'function') Reflect.apply(handler, window, given);
    };
    const id: unknown = Reflect.apply(setTimeout, window, [
      typeof handler === 'function' ? run : handler,
      delay,
      ...values,
    ]);
    if (typeof handler === 'function') log.start('timeout', id, `a timeout of ${delay} ms`, () => stop(id));
    return id;
  };
  // Timeouts and intervals share their numbers, and either function ends both (HTML, section 8.6).
  const end = (clear: typeof clearTimeout) => (id: unknown) => {
    log.forget('interval', id);
    log.forget('timeout', id);
    Reflect.apply(clear, window, [id]);
  };
  const stop = end(clearInterval);
  const started = { setInterval: startInterval, setTimeout: startTimeout };
  Object.assign(window, { ...started, clearInterval: stop, clearTimeout: end(clearTimeout) });
  return () => {
    // Fake timers may have replaced these functions meanwhile.
    if (Object.is(window.setInterval, startInterval)) Object.assign(window, { setInterval, clearInterval });
    if (Object.is(window.setTimeout, startTimeout)) Object.assign(window, { setTimeout, clearTimeout });
  };
}

/** Takes a snapshot of the globals; returns a function that names those added since, unless they are expected. */
export function rememberGlobals(isExpected: (name: string) => boolean = () => false): () => string[] {
  const known = new Set(Object.keys(window));
  return () => Object.keys(window).filter((name) => !known.has(name) && !isBundlerGlobal(name) && !isExpected(name));
}

export function describeGlobal(name: string): string {
  return `the global "${name}"`;
}

/** Matches the chunk arrays of webpack and Rspack, Babel's generator runtime, and the numbered frames of a page. */
function isBundlerGlobal(name: string): boolean {
  return /^((webpack|rspack)(Chunk|HotUpdate)|regeneratorRuntime$|\d+$)/.test(name);
}
