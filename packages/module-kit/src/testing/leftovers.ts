import { createRoot } from 'react-dom/client';
import { watchIntervals } from './watch-intervals';
import { watchListeners } from './watch-listeners';

/** Notes from now on what is put beside the module's element; `end` takes away what is left of it and says what it was. */
export function watchLeftovers(): { end: () => string[] } {
  warmUp();
  const known = new Set(document.body.childNodes);
  const watches = [watchListeners(window, 'window'), watchListeners(document, 'document'), watchIntervals()];
  return {
    end: () => [
      ...watches.flatMap((watch) => watch.end()),
      ...[...document.body.childNodes]
        .filter((node) => !known.has(node))
        .map((node) => {
          node.remove();
          return `${node.nodeName.toLowerCase()} in the body`;
        }),
    ],
  };
}

/** React, and jsdom for selectors and styles, listen to the document from their first use on: that is no module's doing. */
function warmUp(): void {
  createRoot(document.createElement('div'));
  document.querySelector('*');
  getComputedStyle(document.body);
}
