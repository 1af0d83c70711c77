/** Something that a module started and did not end. */
export interface Leftover {
  /** For example `a listener of "resize" on window`. */
  readonly description: string;
  /** The stack of the call that started it, if known. */
  readonly stack: string | undefined;
  /** Ends it. */
  remove(): void;
}

interface Started extends Leftover {
  /** Identifies an interval, or a listener with its target, type and phase. */
  readonly key: readonly unknown[];
  readonly owner: string;
  /** Ends it, once aborted. */
  readonly signal: AbortSignal | undefined;
}

/** The record of what was started. */
interface Log {
  /** @returns whether it has an owner, and so was recorded */
  start(key: Started['key'], description: string, remove: () => void, signal?: AbortSignal): boolean;
  forget(key: Started['key']): void;
}

/** Records listeners of window and document, and intervals, of the owner that `currentOwner` returns, if any. */
export function watchLeftovers(currentOwner: () => string | undefined) {
  let started: readonly Started[] = [];
  const log: Log = {
    start(key, description, remove, signal) {
      const owner = currentOwner();
      if (owner === undefined) return false;
      log.forget(key);
      started = [...started, { key, owner, description, remove, signal, stack: new Error().stack }];
      return true;
    },
    forget(key) {
      started = started.filter((each) => each.key.some((part, index) => part !== key[index]));
    },
  };
  const ends = [watchListeners(window, 'window', log), watchListeners(document, 'document', log), watchIntervals(log)];
  return {
    /** Returns what this owner started and did not end. */
    leftBy: (owner: string): readonly Leftover[] =>
      started.filter((each) => each.owner === owner && !each.signal?.aborted),
    /** Stops recording. */
    end() {
      for (const end of ends) end();
    },
  };
}

function watchListeners(target: Window | Document, name: string, log: Log): () => void {
  const { addEventListener, removeEventListener } = target;
  const add: typeof target.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    Reflect.apply(addEventListener, target, [type, listener, options]);
    const { once, signal }: AddEventListenerOptions = Object(options);
    const isCapturing = isCapture(options);
    if (isPermanent(target, type, isCapturing)) return;
    const key = [target, type, listener, isCapturing];
    const end = () => remove(type, Object(listener), isCapturing);
    if (!log.start(key, `a listener of "${type}" on ${name}`, end, signal) || !once) return;
    Reflect.apply(addEventListener, target, [type, () => log.forget(key), { ...Object(options) }]);
  };
  const remove: typeof target.removeEventListener = (type: string, listener: unknown, options?: unknown) => {
    Reflect.apply(removeEventListener, target, [type, listener, options]);
    log.forget([target, type, listener, isCapture(options)]);
  };
  target.addEventListener = add;
  target.removeEventListener = remove;
  return () => {
    target.addEventListener = addEventListener;
    target.removeEventListener = removeEventListener;
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

function watchIntervals(log: Log): () => void {
  const { setInterval, clearInterval } = window;
  const start = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    const id: unknown = Reflect.apply(setInterval, window, [handler, delay, ...values]);
    log.start([id], `an interval of ${delay} ms`, () => stop(id));
    return id;
  };
  const stop = (id: unknown) => {
    log.forget([id]);
    Reflect.apply(clearInterval, window, [id]);
  };
  Object.assign(window, { setInterval: start, clearInterval: stop });
  return () => {
    // Fake timers may have replaced these functions meanwhile.
    if (Object.is(window.setInterval, start)) Object.assign(window, { setInterval, clearInterval });
  };
}

/** Takes a snapshot of the globals; returns a function that lists those added since, unless they are expected. */
export function rememberGlobals(isExpected: (name: string) => boolean = () => false): () => Leftover[] {
  const known = new Set(Object.keys(window));
  return () =>
    Object.keys(window)
      .filter((name) => !known.has(name) && !isBundlerGlobal(name) && !isExpected(name))
      .map((name) => ({
        description: `the global "${name}"`,
        stack: undefined,
        remove: () => void Reflect.deleteProperty(window, name),
      }));
}

/** Matches the chunk arrays of webpack and Rspack, Babel's generator runtime, and the numbered frames of a page. */
function isBundlerGlobal(name: string): boolean {
  return /^((webpack|rspack)(Chunk|HotUpdate)|regeneratorRuntime$|\d+$)/.test(name);
}
