import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Contestant } from '../contestants/contestant';
import { NetworkLog } from './network-log';
import { Sightings } from './sightings';

/** What slows a tab down. */
export interface Speed {
  /** Whether the line is that of a slow mobile network. */
  readonly isLineSlow: boolean;
  /** The factor by which the processor is slowed down. */
  readonly slowdown: number;
}

/** The speed of all figures that name no other. */
const usualSpeed: Speed = { isLineSlow: true, slowdown: 4 };

/** A tab in a browser without a cache. */
export interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  readonly network: NetworkLog;
  readonly sightings: Sightings;
  /** Lets the processor run at its own speed, for what takes no time that counts. */
  readonly speedUp: () => Promise<unknown>;
}

/** Opens a tab in a browser context of its own, uses it, and closes it. */
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
 * Goes to an address as somebody who types it.
 * @returns when, in milliseconds since 1970
 */
export async function visit({ page, sightings }: Tab, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return sightings.waitFor('start');
}
