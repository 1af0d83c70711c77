declare global {
  interface Window {
    /** The button that the user clicked before its script was there. */
    porticoClicked?: HTMLElement | undefined;
  }
}

/**
 * Keeps the latest click on a button that the page host rendered and that no script has taken over yet. A click
 * elsewhere ends it: the user goes on there.
 */
export function keepClicks(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-rendered] button[type="button"]');
    window.porticoClicked = button || undefined;
  });
}

/** Repeats the click, if it was in this place, once its script is there. */
export function repeatClick(place: HTMLElement): void {
  const { porticoClicked: button } = window;
  if (!button || !place.contains(button)) return;
  window.porticoClicked = undefined;
  button.click();
}
