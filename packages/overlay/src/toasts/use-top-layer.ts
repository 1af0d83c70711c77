import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps an element with `popover="manual"` in the browser's top layer: above menus, whatever their z-index, and above
 * the backdrop of a modal dialog. It is hidden as long as it would cover the dialog, because nobody could move it aside.
 * @param count of what it holds: with it, its size changes
 */
export function useTopLayer(element: RefObject<HTMLElement | null>, isUnderModal: boolean, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see the parameter.
  useLayoutEffect(() => {
    // Without the top layer the z-index of the style sheet has to do.
    if (!element.current || !('togglePopover' in element.current)) return;
    if (isUnderModal) element.current.togglePopover(false);
    element.current.togglePopover(true);
    if (isUnderModal && isOverDialog(element.current)) element.current.togglePopover(false);
  }, [element, isUnderModal, count]);
}

function isOverDialog(element: HTMLElement): boolean {
  const own = element.getBoundingClientRect();
  return [...document.querySelectorAll('dialog:modal')].some((dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return left < own.right && own.left < right && top < own.bottom && own.top < bottom;
  });
}
