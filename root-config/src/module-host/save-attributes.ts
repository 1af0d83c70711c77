import { rewriteSettings } from '@portico/shared';

const names = ['style', 'dir', 'inert', 'aria-hidden', 'class'];

/** Saves the attributes of the page and its regions; returns a function that restores them, but not old settings. */
export function saveAttributes(): () => void {
  const saved = [...document.querySelectorAll<HTMLElement>('html, body, [data-portico]')].map((element) => ({
    element,
    values: names.map((name) => element.getAttribute(name)),
  }));
  return () => {
    for (const { element, values } of saved)
      for (const [index, name] of names.entries()) restoreAttribute(element, name, values[index] ?? null);
    rewriteSettings();
  };
}

function restoreAttribute(element: HTMLElement, name: string, before: string | null): void {
  // The router owns the classes of the regions, and may have set those of the next screen already.
  if (name === 'class' && 'portico' in element.dataset) return;
  // Reading also makes Chromium notice a `style` that a script wrote.
  if (element.getAttribute(name) === before) return;
  if (before === null) element.removeAttribute(name);
  // The content security policy forbids writing the attribute itself.
  else if (name === 'style') element.style.cssText = before;
  else element.setAttribute(name, before);
}
