import { signIn } from '../portal/sign-in';
import { expect, type Page, test } from '../portal/test';

const switches = 200;
const warmUp = 20;

test.use({
  launchOptions: [
    // Compiled code also grows the heap, for hundreds of switches. Without it, the heap has only live objects.
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--jitless'] }),
    { scope: 'worker' },
  ],
});

/** Counts of everything that a module may leak. */
interface Inventory {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly intervals: number;
  readonly styles: number;
  readonly applications: number;
}

/** Counts the running intervals, from the start of the page. */
async function countIntervals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const running = new Set<unknown>();
    const { setInterval: start, clearInterval: stop } = window;
    Object.assign(window, {
      runningIntervals: running,
      setInterval: (...values: unknown[]) => {
        const id: unknown = Reflect.apply(start, window, values);
        running.add(id);
        return id;
      },
      clearInterval: (id: unknown) => {
        running.delete(id);
        Reflect.apply(stop, window, [id]);
      },
    });
  });
}

async function takeInventory(page: Page): Promise<Inventory> {
  const session = await page.context().newCDPSession(page);
  // The second collection frees what finalizers released.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  const rest = await page.evaluate(async () => ({
    intervals: Reflect.get(window, 'runningIntervals').size,
    styles: document.adoptedStyleSheets.length + document.head.querySelectorAll('style, link[rel=stylesheet]').length,
    applications: (await System.import('single-spa')).getAppNames().length,
  }));
  return { heap: usedSize, nodes, listeners: jsEventListeners, ...rest };
}

test(`heap, document, listeners, timers and records are the same after ${switches} switches`, async ({ page }) => {
  await countIntervals(page);
  // The cards of the home page are collected at some time between the two inventories.
  await signIn(page, 'ana', '/smsa/');
  const headings = { smsa: 'Chamados', hrstudium: 'Cursos' };
  /** Switches directly from one module to the other. */
  const switchTo = async (key: keyof typeof headings) => {
    await page.evaluate((path) => history.pushState({}, '', path), `/${key}/`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: headings[key] })).toBeVisible();
  };
  const switchTimes = async (times: number) => {
    for (let count = 0; count < times; count += 2) {
      await switchTo('smsa');
      await switchTo('hrstudium');
    }
  };
  await switchTimes(warmUp);
  const { heap: heapBefore, ...before } = await takeInventory(page);
  await switchTimes(switches - warmUp);
  const { heap: heapAfter, ...after } = await takeInventory(page);
  const bytesPerSwitch = (heapAfter - heapBefore) / (switches - warmUp);
  console.log(`${Math.round(bytesPerSwitch)} bytes a switch`);
  expect(after).toEqual(before);
  expect(bytesPerSwitch).toBeLessThan(1024);
});
