interface Listening {
  readonly type: string;
  readonly listener: unknown;
  readonly isCapturing: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Notes the listeners that are added to a target from now on; `end` removes those that are left, and names them. */
export function watchListeners(target: Window | Document, name: string): { end: () => string[] } {
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
    if (isOfUserEvent(target, type, isCapturing)) return;
    forget(type, listener, isCapturing);
    const signal = option(options, 'signal');
    listening.push({ type, listener, isCapturing, signal: signal instanceof AbortSignal ? signal : undefined });
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
    end() {
      target.addEventListener = addEventListener;
      target.removeEventListener = removeEventListener;
      const left = listening.filter(({ signal }) => !signal?.aborted);
      for (const { type, listener, isCapturing } of left) {
        Reflect.apply(removeEventListener, target, [type, listener, isCapturing]);
      }
      return left.map(({ type }) => `a listener of "${type}" on ${name}`);
    },
  };
}

/** user-event prepares a document at its first use, whenever that is, and for good. */
function isOfUserEvent(target: Window | Document, type: string, isCapturing: boolean): boolean {
  return target instanceof Document && isCapturing && (type === 'focus' || type === 'blur');
}

function option(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}
