import { setTimeout as wait } from 'node:timers/promises';
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

/** An idle browser uses at most this share of a processor for a period, in milliseconds. */
const idleShare = 0.08;
const idlePeriod = 250;

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
    // Throttling keeps a processor busy, so it comes later.
    await untilIdle(browser);
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

/** Waits until Chromium has loaded the pages of a new window's own interface. They would compete with the visit. */
async function untilIdle(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  let before = Number.NEGATIVE_INFINITY;
  let now = await readCpuTime(session);
  while (now - before > idleShare * (idlePeriod / 1000)) {
    await wait(idlePeriod);
    before = now;
    now = await readCpuTime(session);
  }
  await session.detach();
}

/** Processor time of all processes of the browser so far, in seconds. */
async function readCpuTime(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/**
 * Opens an address as a user who types it.
 * @returns the start time, in milliseconds since 1970
 */
export async function visit({ page, sightings }: Tab, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return sightings.waitFor('start');
}
