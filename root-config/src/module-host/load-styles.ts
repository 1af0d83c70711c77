/** Delay before each retry, in milliseconds; the same as for scripts. */
const retryDelays = [300, 1_200];

/** Whether each link has loaded. */
const outcomes = new WeakMap<HTMLLinkElement, Promise<boolean>>();

/**
 * Adds style sheets to the document, in their order, and waits until they apply. One that does not load is requested
 * again at fresh addresses (docs/decisions/0047). A style sheet that the document has already is not added again.
 * @param addresses as the import map has them
 * @throws Error after the last retry; the link stays, so that a later visit requests the sheet again
 */
export async function loadStyles(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => loadStyle(System.resolve(address))));
}

/** Whether links of these style sheets are in the document, and not disabled because the user has left the module. */
export function hasLinks(addresses: readonly string[]): boolean {
  return addresses.some((address) => findLink(System.resolve(address)));
}

async function loadStyle(address: string): Promise<void> {
  let link = findLink(address) ?? document.head.appendChild(createLink(address));
  for (const delay of [...retryDelays, undefined]) {
    // Do not wait for a link that other code has added.
    if ((await outcomes.get(link)) !== false) return;
    if (delay === undefined) throw new Error(`The style sheet ${address} did not load.`);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const present = findLink(address);
    // The user has left. The next visit restores the link and waits for it again.
    if (!present) return;
    if (present === link) {
      link = createLink(address, countRetries(link) + 1);
      present.replaceWith(link);
    } else link = present;
  }
}

const retryNumber = /[?&]retry=(\d+)$/;

function countRetries({ href }: HTMLLinkElement): number {
  return Number(retryNumber.exec(href)?.[1] ?? 0);
}

function findLink(address: string): HTMLLinkElement | undefined {
  return [...document.head.querySelectorAll('link')].find(
    // A disabled link belongs to a module that the user has left.
    ({ href, rel, sheet }) => rel === 'stylesheet' && !sheet?.disabled && href.replace(retryNumber, '') === address,
  );
}

function createLink(address: string, retry = 0): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  // As the page preloads them: files of this origin without CORS, others with it.
  if (new URL(address).origin !== location.origin) link.crossOrigin = 'anonymous';
  link.integrity = System.getImportMap?.().integrity?.[address] ?? '';
  link.href = retry === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}retry=${retry}`;
  const outcome = new Promise<boolean>((resolve) => {
    const settle = (hasLoaded: boolean) => {
      // Read when the user leaves: a failed link is to be requested again.
      link.toggleAttribute('data-failed', !hasLoaded);
      resolve(hasLoaded);
    };
    link.addEventListener('load', () => settle(true));
    link.addEventListener('error', () => settle(false));
  });
  outcomes.set(link, outcome);
  return link;
}
