declare global {
  interface Window {
    /** The button that the user clicked before its script had loaded. */
    porticoClicked?: HTMLElement | undefined;
  }
}

/** Keeps the latest click on a server-rendered button that is not hydrated yet, until a click elsewhere. */
export function keepClicks(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-rendered] button[type="button"]');
    window.porticoClicked = button || undefined;
  });
}

/** Repeats the stored click if it was in this place. Call it after hydration. */
export function repeatClick(place: HTMLElement): void {
  const { porticoClicked: button } = window;
  if (!button || !place.contains(button)) return;
  window.porticoClicked = undefined;
  button.click();
}
