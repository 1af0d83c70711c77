import { type RefObject, useEffect, useLayoutEffect } from 'react';

/**
 * Keeps room for the toasts. Toasts that stay until they are closed are on an empty strip at the start of the content,
 * so that they cover none of its controls; `--portico-toasts-height` tells an open panel how much of the window they
 * take.
 * @param toasts changes with the toasts on screen
 */
export function useToastRoom(region: RefObject<HTMLElement | null>, toasts: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content of the region depends on `toasts`.
  useLayoutEffect(() => {
    const { current } = region;
    if (!current) return;
    makeRoom(current);
    // Their texts wrap differently in a window of another width.
    const observer = new ResizeObserver(() => makeRoom(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [region, toasts]);
  useEffect(() => () => setRoom(null, null), []);
}

function makeRoom(region: HTMLElement): void {
  const rows = [...region.querySelectorAll<HTMLElement>('[data-stays]')];
  const end = Math.max(...rows.map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight));
  const start = getContent()?.offsetTop ?? 0;
  // The region begins below the bar.
  const strip = rows.length > 0 ? `calc(var(--portico-bar-height) + ${end - start}px)` : null;
  setRoom(strip, region.querySelector('li') ? `${region.offsetHeight}px` : null);
}

function setRoom(strip: string | null, height: string | null): void {
  getContent()?.style.setProperty('padding-block-start', strip);
  document.documentElement.style.setProperty('--portico-toasts-height', height);
}

function getContent(): HTMLElement | null {
  return document.getElementById('portico-content');
}
