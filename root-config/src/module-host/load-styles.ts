/**
 * Adds style sheets to the document, in their order, and waits until they apply. One that is there already stays alone.
 * @param addresses as the import map has them
 * @throws Error when one does not load; no link of these stays then
 */
export async function loadStyles(addresses: readonly string[]): Promise<void> {
  const links = addresses.map((address) => findLink(System.resolve(address)));
  try {
    await Promise.all(links.map(awaitSheet));
  } catch (error) {
    for (const link of links) link.remove();
    throw error;
  }
}

function findLink(href: string): HTMLLinkElement {
  const present = [...document.head.querySelectorAll('link')].find(
    (link) => link.href === href && link.rel === 'stylesheet',
  );
  return present ?? document.head.appendChild(createLink(href));
}

function createLink(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  // As the page preloads them: files of this origin without CORS, others with it.
  if (new URL(href).origin !== location.origin) link.crossOrigin = 'anonymous';
  link.integrity = System.getImportMap?.().integrity?.[href] ?? '';
  link.href = href;
  return link;
}

function awaitSheet(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`The style sheet ${link.href} did not load.`)));
  });
}
