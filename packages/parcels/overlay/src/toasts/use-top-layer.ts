import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps an element with `popover="manual"` in the browser's top layer: above menus, whatever their z-index, and above
 * the backdrop of a modal dialog. It is hidden while it would cover the dialog, because the user could not move it.
 * @param count how many things the element holds: its size changes with it
 */
export function useTopLayer(element: RefObject<HTMLElement | null>, isUnderModal: boolean, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` stands for the size.
  useLayoutEffect(() => {
    // Browsers without a top layer use the z-index of the style sheet.
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
