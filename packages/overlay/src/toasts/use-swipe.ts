import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly hasMoved: boolean;
}

/** Less is a click with an unsteady hand, in pixels. */
const slack = 8;
/** How much of its own width an element has to be dragged. */
const share = 0.8;

/**
 * Dragging sideways by finger, pen or mouse, drawn by the style sheet from `--portico-swipe` and `data-swiping`: by 80 %
 * of the width it is a swipe, by less the element springs back, and neither is a click.
 */
export function useSwipe(onSwipe: () => void) {
  const drag = useRef<Drag>(undefined);
  const hasDragged = useRef(false);

  const end = (element: HTMLElement, distance: number) => {
    delete element.dataset.swiping;
    hasDragged.current = drag.current?.hasMoved === true;
    drag.current = undefined;
    if (hasDragged.current && Math.abs(distance) >= share * element.offsetWidth) {
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
        if (Math.abs(distance) < slack) return;
        drag.current = { ...drag.current, hasMoved: true };
        currentTarget.setPointerCapture(pointerId);
        currentTarget.dataset.swiping = '';
      }
      currentTarget.style.setProperty('--portico-swipe', `${distance}px`);
    },
    onPointerUp({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointerId === pointerId) end(currentTarget, clientX - drag.current.startX);
    },
    // The browser scrolls instead.
    onPointerCancel({ currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointerId === pointerId) end(currentTarget, 0);
    },
    onClickCapture(event: MouseEvent) {
      // The keyboard clicks without a press, and never drags.
      if (!hasDragged.current || event.detail === 0) return;
      hasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
