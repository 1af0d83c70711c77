import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Contestant } from '../contestants/contestant';
import { NetworkLog } from './network-log';
import { Sightings } from './sightings';

/** The throttling of a tab. */
export interface Speed {
  /** Whether to simulate a slow mobile network. */
  readonly isLineSlow: boolean;
  /** The slowdown factor of the processor. */
  readonly slowdown: number;
}

/** The default throttling. */
const usualSpeed: Speed = { isLineSlow: true, slowdown: 4 };

/** A tab in a browser with an empty cache. */
export interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  readonly network: NetworkLog;
  readonly sightings: Sightings;
  /** Ends the throttling of the processor, for steps whose time does not count. */
  readonly speedUp: () => Promise<unknown>;
}

/** Opens a tab in a new browser context, uses it, and closes it. */
export async function withTab<Result>(
  browser: Browser,
  contestant: Contestant,
  isSignedIn: boolean,
  use: (tab: Tab) => Promise<Result>,
  { isLineSlow, slowdown } = usualSpeed,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
  try {
    if (isSignedIn) await contestant.signIn(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const network = await NetworkLog.of(session, isLineSlow);
    const sightings = await Sightings.of(page, session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const speedUp = () => session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return await use({ page, session, network, sightings, speedUp });
  } finally {
    await context.close();
  }
}

/**
 * Opens an address as a user who types it.
 * @returns the start time, in milliseconds since 1970
 */
export async function visit({ page, sightings }: Tab, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return sightings.waitFor('start');
}
