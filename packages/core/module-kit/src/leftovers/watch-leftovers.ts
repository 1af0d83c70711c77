import type { CurrentOwner, LeftoverWatch } from './leftover';
import { watchListeners } from './watch-listeners';

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

/** Records intervals from now on. */
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
      // Fake timers may have replaced ours meanwhile.
      if (Object.is(window.setInterval, start)) Object.assign(window, { setInterval, clearInterval });
    },
  };
}
