import type { CurrentOwner, LeftoverWatch } from './leftover';
import { watchIntervals } from './watch-intervals';
import { watchListeners } from './watch-listeners';

/** Notes from now on the listeners of window and document, and the intervals. */
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
