/**
 * Hides pictures of the page that do not load, in their place: they get their fallback once the shell has taken them
 * over.
 */
export function hideBrokenPictures(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.closest('[data-rendered]')) target.style.visibility = 'hidden';
    },
    true,
  );
}
