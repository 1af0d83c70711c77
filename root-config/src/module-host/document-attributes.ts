import { rewriteSettings } from '@portico/shared';

const names = ['style', 'dir', 'inert', 'aria-hidden', 'class'];

/**
 * Remembers what changes how the page and the regions of the shell look and whether they can be used.
 * @returns puts it back; theme and language, which users change meanwhile, as they are by then
 */
export function rememberAttributes(): () => void {
  const restorations = [...document.querySelectorAll<HTMLElement>('html, body, [data-portico]')].flatMap((element) =>
    names.map((name) => {
      const before = element.getAttribute(name);
      return () => {
        // The classes of the regions are the router's, which may already be showing the next address.
        if (name === 'class' && 'portico' in element.dataset) return;
        if (before === null) removeAttribute(element, name);
        // The content policy lets nobody write the attribute itself.
        else if (name === 'style') element.style.cssText = before;
        else element.setAttribute(name, before);
      };
    }),
  );
  return () => {
    for (const restore of restorations) restore();
    rewriteSettings();
  };
}

/** Asked for first: of a `style` that a script wrote, and nobody has read, Chromium leaves an empty one behind. */
function removeAttribute(element: HTMLElement, name: string): void {
  if (element.hasAttribute(name)) element.removeAttribute(name);
}
