/**
 * Waits for work that comes before a module is on screen, but no longer than its element is in the document: the portal
 * removes it when the user leaves. What such a module does later, such as a change of the address, would lead them
 * back.
 * @returns whether the module may go on; `true` for an element that never was in the document, as in a test
 * @throws what `work` throws meanwhile
 */
export async function whileConnected(element: HTMLElement, work: Promise<unknown>): Promise<boolean> {
  if (!element.isConnected) {
    await work;
    return true;
  }
  let observer: MutationObserver | undefined;
  const removed = new Promise<void>((resolve) => {
    observer = new MutationObserver(() => {
      if (!element.isConnected) resolve();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  try {
    await Promise.race([work, removed]);
    return element.isConnected;
  } finally {
    observer?.disconnect();
  }
}
