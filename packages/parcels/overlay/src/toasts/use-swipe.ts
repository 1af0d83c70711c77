import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly hasMoved: boolean;
}

/** A shorter drag is a click, in pixels. */
const clickTolerance = 8;
/** How far an element has to be dragged, as a part of its width. */
const swipeThreshold = 0.8;

/** Drags an element sideways. At 80 % of its width it is a swipe, before that it springs back. Neither is a click. */
export function useSwipe(onSwipe: () => void) {
  const drag = useRef<Drag>(undefined);
  const hasDragged = useRef(false);

  const end = (element: HTMLElement, distance: number) => {
    delete element.dataset.swiping;
    hasDragged.current = drag.current?.hasMoved === true;
    drag.current = undefined;
    if (hasDragged.current && Math.abs(distance) >= swipeThreshold * element.offsetWidth) {
      element.style.setProperty('--portico-swipe', `${Math.sign(distance) * 110}%`);
      onSwipe();
    } else {
      element.style.removeProperty('--portico-swipe');
    }
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      hasDragged.current = false;
      if (!event.isPrimary || event.button !== 0) return;
      drag.current = { pointerId: event.pointerId, startX: event.clientX, hasMoved: false };
    },
    onPointerMove({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointerId !== pointerId) return;
      const distance = clientX - drag.current.startX;
      if (!drag.current.hasMoved) {
        if (Math.abs(distance) < clickTolerance) return;
        drag.current = { ...drag.current, hasMoved: true };
        currentTarget.setPointerCapture(pointerId);
        currentTarget.dataset.swiping = '';
      }
      currentTarget.style.setProperty('--portico-swipe', `${distance}px`);
    },
    onPointerUp({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointerId === pointerId) end(currentTarget, clientX - drag.current.startX);
    },
    // The browser has started to scroll.
    onPointerCancel({ currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointerId === pointerId) end(currentTarget, 0);
    },
    onClickCapture(event: MouseEvent) {
      // A click by the keyboard (detail 0) never follows a drag.
      if (!hasDragged.current || event.detail === 0) return;
      hasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
