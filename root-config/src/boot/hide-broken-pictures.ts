/** Hides server-rendered pictures that do not load: they get their fallback once they are hydrated. */
export function hideBrokenPictures(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.closest('[data-rendered]')) target.style.visibility = 'hidden';
    },
    true,
  );
}
