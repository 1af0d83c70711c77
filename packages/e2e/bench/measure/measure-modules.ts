import type { Browser, CDPSession } from '@playwright/test';
import * as v from 'valibot';
import type { Contestant } from '../contestants/contestant';
import type { Sample } from './metrics';
import { type Tab, visit, withTab } from './open-tab';
import { median } from './statistics';

const mebibyte = 1024 * 1024;

/** Number of switches at the end of each part. */
const switches = { loaded: 2, timed: 10, warm: 200, all: 600 };

/**
 * A first visit to a module, with a session and without a cache, followed by switches between modules.
 * @param isLong whether to continue until the browser has compiled the hot code, to measure the growth after that
 */
export function measureModules(browser: Browser, contestant: Contestant, isLong: boolean): Promise<Sample> {
  return withTab(browser, contestant, true, async (tab) => {
    const start = await visit(tab, `${contestant.url}/one/`);
    const heading = await tab.sightings.waitFor('heading', { text: 'One' });
    const topBar = await tab.sightings.waitFor('top-bar');
    await tab.network.untilQuiet();
    const first = tab.network.until(heading);
    const all = tab.network.until(Number.POSITIVE_INFINITY);
    await switchModules(tab, switches.loaded);
    const times = await switchModules(tab, switches.timed - switches.loaded);
    const heapAfter10 = await readHeap(tab);
    await tab.speedUp();
    await switchModules(tab, switches.warm - switches.timed);
    const heapAfter200 = await readHeap(tab);
    if (isLong) await switchModules(tab, switches.all - switches.warm);
    const heapAfter600 = isLong ? await readHeap(tab) : undefined;
    return {
      topBarVisible: topBar - start,
      headingVisible: heading - start,
      headingWork: heading - first.end,
      headingRequests: first.requests,
      headingKib: first.bytes / 1024,
      quietRequests: all.requests,
      quietKib: all.bytes / 1024,
      switchTime: median(times),
      heapAfter10,
      heapAfter200,
      heapAfter600,
      heapWarmUp: ((heapAfter200 - heapAfter10) * 1024) / (switches.warm - switches.timed),
      heapGrowth: heapAfter600 && ((heapAfter600 - heapAfter200) * 1024) / (switches.all - switches.warm),
    };
  });
}

/**
 * Switches between the modules by their links.
 * @returns the time of each switch from click to heading, in milliseconds
 */
async function switchModules({ page, session, sightings }: Tab, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const text = count % 2 === 0 ? 'Two' : 'One';
    const from = sightings.count;
    const { x, y } = await findLink(session, text);
    await page.mouse.click(x, y);
    const click = await sightings.waitFor('click', { from });
    taken.push((await sightings.waitFor('heading', { from, text })) - click);
  }
  return taken;
}

const pointSchema = v.object({ x: v.number(), y: v.number() });

/** The middle of a link. Playwright's locators would add a third of a MiB of code to the heap. */
async function findLink(session: CDPSession, text: string): Promise<v.InferOutput<typeof pointSchema>> {
  const expression = `(() => {
    const link = [...document.querySelectorAll('main a')].find(({ textContent }) => textContent === '${text}');
    const { x, y, width, height } = link.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  return v.parse(pointSchema, result.value);
}

/** The size of the live objects on the heap, in MiB. */
async function readHeap({ session }: Tab): Promise<number> {
  // The second collection frees what finalizers released.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / mebibyte;
}
