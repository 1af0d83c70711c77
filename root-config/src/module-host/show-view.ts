import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** How assistive technology notices a view: `focused` if the element with the focus is gone. */
type Arrival = 'announced' | 'focused';

interface View {
  /** Renders it, and again with other props. */
  readonly render: (createContent: (arrival: Arrival) => ReactNode) => void;
  /** Removes it. */
  readonly end: () => void;
}

/** Shows a view at the end of a place, with the focus if the element that had it was removed. */
export function showView(place: HTMLElement, isFocusLost = false): View {
  const element = document.createElement('div');
  element.className = 'portico-place';
  place.append(element);
  const arrival = isFocusLost && isFocusFree(place) ? 'focused' : 'announced';
  const root = createRoot(element);
  return {
    // Synchronously, so that no frame shows the place empty.
    render: (createContent) => flushSync(() => root.render(createContent(arrival))),
    end: () => {
      root.unmount();
      element.remove();
    },
  };
}

/** Whether only the page, or the content as a whole, has the focus. */
function isFocusFree(place: HTMLElement): boolean {
  return document.activeElement === null || document.activeElement.contains(place);
}
