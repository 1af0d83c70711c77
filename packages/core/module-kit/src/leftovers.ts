/** Something that a module started and did not end. */
export interface Leftover {
  /** For example `a listener of "resize" on window`. */
  readonly description: string;
  /** The stack of the call that started it, if known. */
  readonly stack: string | undefined;
  /** Ends it. */
  remove(): void;
}

/** A record of what each owner started. */
interface LeftoverWatch {
  /** Returns what this owner started and did not end. */
  leftBy(owner: string): Leftover[];
  /** Stops recording. */
  end(): void;
}

/** Returns the owner of what starts now; `undefined` without an owner. */
type CurrentOwner = () => string | undefined;

/** Records listeners of window and document, and intervals, from now on. */
export function watchLeftovers(currentOwner: CurrentOwner): LeftoverWatch {
  const watches = [
    watchListeners(window, 'window', currentOwner),
    watchListeners(document, 'document', currentOwner),
    watchIntervals(currentOwner),
  ];
  return {
    leftBy: (owner) => watches.flatMap((watch) => watch.leftBy(owner)),
    end() {
      for (const watch of watches) watch.end();
    },
  };
}

interface Listening {
  readonly owner: string;
  readonly type: string;
  readonly listener: unknown;
  readonly isCapturing: boolean;
  readonly signal: AbortSignal | undefined;
  readonly stack: string | undefined;
}

function watchListeners(target: Window | Document, name: string, currentOwner: CurrentOwner): LeftoverWatch {
  const { addEventListener, removeEventListener } = target;
  let listening: Listening[] = [];
  const forget = (type: string, listener: unknown, isCapturing: boolean) => {
    listening = listening.filter(
      (entry) => entry.type !== type || entry.listener !== listener || entry.isCapturing !== isCapturing,
    );
  };

  const add: typeof target.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    Reflect.apply(addEventListener, target, [type, listener, options]);
    const isCapturing = options === true || option(options, 'capture') === true;
    const owner = isPermanent(target, type, isCapturing) ? undefined : currentOwner();
    if (owner === undefined) return;
    forget(type, listener, isCapturing);
    const given = option(options, 'signal');
    const signal = given instanceof AbortSignal ? given : undefined;
    listening.push({ owner, type, listener, isCapturing, signal, stack: new Error().stack });
    if (option(options, 'once') !== true) return;
    const onFirst = () => forget(type, listener, isCapturing);
    Reflect.apply(addEventListener, target, [type, onFirst, { ...Object(options) }]);
  };
  const remove: typeof target.removeEventListener = (type: string, listener: unknown, options?: unknown) => {
    Reflect.apply(removeEventListener, target, [type, listener, options]);
    forget(type, listener, options === true || option(options, 'capture') === true);
  };
  target.addEventListener = add;
  target.removeEventListener = remove;

  return {
    leftBy: (owner) =>
      listening
        .filter((entry) => entry.owner === owner && !entry.signal?.aborted)
        .map(({ type, listener, isCapturing, stack }) => ({
          description: `a listener of "${type}" on ${name}`,
          stack,
          remove: () => remove(type, Object(listener), isCapturing),
        })),
    end() {
      target.addEventListener = addEventListener;
      target.removeEventListener = removeEventListener;
    },
  };
}

/**
 * user-event and each copy of React and Svelte add these listeners to the document at first use and never remove them.
 */
function isPermanent(target: Window | Document, type: string, isCapturing: boolean): boolean {
  if (!(target instanceof Document)) return false;
  return type === 'selectionchange' || (isCapturing && ['focus', 'blur', 'reset'].includes(type));
}

function option(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}

function watchIntervals(currentOwner: CurrentOwner): LeftoverWatch {
  const { setInterval, clearInterval } = window;
  const running = new Map<
    unknown,
    { readonly owner: string; readonly delay: number; readonly stack: string | undefined }
  >();

  const start = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    const id: unknown = Reflect.apply(setInterval, window, [handler, delay, ...values]);
    const owner = currentOwner();
    if (owner !== undefined) running.set(id, { owner, delay, stack: new Error().stack });
    return id;
  };
  const stop = (id: unknown) => {
    running.delete(id);
    Reflect.apply(clearInterval, window, [id]);
  };
  Object.assign(window, { setInterval: start, clearInterval: stop });

  return {
    leftBy: (wanted) =>
      [...running]
        .filter(([, { owner }]) => owner === wanted)
        .map(([id, { delay, stack }]) => ({
          description: `an interval of ${delay} ms`,
          stack,
          remove: () => stop(id),
        })),
    end() {
      // Fake timers may have replaced these functions meanwhile.
      if (Object.is(window.setInterval, start)) Object.assign(window, { setInterval, clearInterval });
    },
  };
}

/**
 * Takes a snapshot of the globals. The returned function lists the globals added since.
 * @param isExpected tells which globals may stay
 */
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
