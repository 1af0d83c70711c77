import type { CurrentOwner, Leftover, LeftoverWatch } from './leftover';

interface Listening {
  readonly owner: string;
  readonly type: string;
  readonly listener: unknown;
  readonly isCapturing: boolean;
  readonly signal: AbortSignal | undefined;
  readonly stack: string | undefined;
}

/** Records listeners added to a target from now on. */
export function watchListeners(target: Window | Document, name: string, currentOwner: CurrentOwner): LeftoverWatch {
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

  const toLeftover = ({ type, listener, isCapturing, stack }: Listening): Leftover => ({
    description: `a listener of "${type}" on ${name}`,
    stack,
    remove: () => remove(type, Object(listener), isCapturing),
  });
  return {
    leftBy: (owner) =>
      listening.filter((entry) => entry.owner === owner && !entry.signal?.aborted).map((entry) => toLeftover(entry)),
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
