import { type RefObject, useEffect, useLayoutEffect } from 'react';

/**
 * Keeps room for the toasts. Those that stay until they are closed stand on an empty strip at the start of the content,
 * so that they cover none of its controls; `--portico-toasts-height` tells an open panel how much of the window they take.
 * @param toasts changes with the toasts on screen
 */
export function useToastRoom(region: RefObject<HTMLElement | null>, toasts: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `toasts` stands for the content of the region.
  useLayoutEffect(() => {
    const { current } = region;
    if (!current) return;
    makeRoom(current);
    // Their texts wrap anew in another window.
    const observer = new ResizeObserver(() => makeRoom(current));
    observer.observe(current);
    return () => observer.disconnect();
  }, [region, toasts]);
  useEffect(() => () => setRoom(0, 0), []);
}

function makeRoom(region: HTMLElement): void {
  const rows = [...region.querySelectorAll<HTMLElement>('[data-stays]')];
  const barHeight = Number.parseFloat(getComputedStyle(region).getPropertyValue('--bar-height')) || 0;
  const end = Math.max(0, ...rows.map(({ offsetTop, offsetHeight }) => barHeight + offsetTop + offsetHeight));
  const start = getContent()?.offsetTop ?? 0;
  setRoom(Math.max(0, end - start), region.querySelector('li') ? region.offsetHeight : 0);
}

/** @param strip in pixels, as is `height` */
function setRoom(strip: number, height: number): void {
  getContent()?.style.setProperty('padding-block-start', strip > 0 ? `${strip}px` : null);
  document.documentElement.style.setProperty('--portico-toasts-height', height > 0 ? `${height}px` : null);
}

function getContent(): HTMLElement | null {
  return document.getElementById('portico-content');
}
