import type { BrowserContext, Page } from '@playwright/test';

interface HeldRequests {
  /** Resolves with the first request. */
  readonly isAsked: Promise<void>;
  readonly release: () => void;
}

/** Holds back the requests of an address until they are released. */
export async function holdRequests(page: Page | BrowserContext, address: string): Promise<HeldRequests> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let ask = () => {};
  const isAsked = new Promise<void>((resolve) => (ask = resolve));
  await page.route(address, async (route) => {
    ask();
    await isReleased;
    await route.fallback();
  });
  return { isAsked, release };
}

/** Holds back the scripts of the shell. */
export const holdScripts = (page: Page) => holdRequests(page, '**/@portico/**');
