import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fillSignIn, waitForSignIn, waitForTopBar } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

interface Shift {
  readonly value: number;
  readonly sources: readonly string[];
}

for (const width of [1280, 360]) {
  test(`no screen has layout shifts, ${width} px wide`, async ({ page, user }) => {
    await page.setViewportSize({ width, height: 740 });
    const shifts: Record<string, readonly Shift[]> = {};
    const note = async (name: string) => {
      shifts[name] = await readShifts(page);
    };
    const title = (name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name }).waitFor();
    // The page paints before its scripts, and each file in a separate frame.
    await page.route('**/*.js', async (route) => {
      await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined);
      await route.fallback();
    });

    await page.goto('/recover');
    await waitForSignIn(page);
    await note('recovery');
    await page.goto('/signin');
    await waitForSignIn(page);
    await note('sign-in');
    await fillSignIn(page, user.email);
    await title('Olá, Ana');
    await waitForTopBar(page);
    await note('from sign-in to home');
    for (const [address, name] of [
      ['/', 'Olá, Ana'],
      ['/profile', 'Perfil'],
      ['/404', 'Esta página não existe'],
      ['/smsa/', 'Chamados'],
      ['/smsa/tickets/4812', /Impressora/],
      ['/hrstudium/', 'Cursos'],
    ] as const) {
      await page.goto(address);
      await title(name);
      await waitForTopBar(page);
      await note(address);
    }
    await page.getByRole('link', { name: 'HR Studium' }).click();
    await title('Olá, Ana');
    await note('home again');
    await page.goto('/smsa/tickets/evaluation');
    await title(/./);
    await note('public page');

    expect(Object.fromEntries(Object.entries(shifts).filter(([, found]) => found.length > 0))).toEqual({});
  });
}

test('a page that arrives in two pieces paints as a whole', async ({ page, portal }) => {
  const html = await (await fetch(`${portal.url}/signin`)).text();
  const middle = html.indexOf('</button>') + '</button>'.length;
  const slowLine = createServer(async (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').write(html.slice(0, middle));
    await wait(500);
    response.end(html.slice(middle));
  });
  await new Promise<void>((resolve) => slowLine.listen(0, 'localhost', resolve));
  const { port } = slowLine.address() as AddressInfo;
  try {
    // The scripts never arrive, so that only the page itself paints.
    await page.route('**/@portico/**', () => {});
    await page.goto(`http://localhost:${port}/signin`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'English' }).waitFor();
    expect(await readShifts(page)).toEqual([]);
    const paint = await page.waitForFunction(() => performance.getEntriesByName('first-paint')[0]?.startTime);
    const arrived = await page.evaluate(() =>
      Number(Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'responseEnd')),
    );
    expect(await paint.jsonValue()).toBeGreaterThan(arrived);
  } finally {
    await page.close();
    slowLine.close();
  }
});

/** The layout shifts of this page without user input. */
function readShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        const nameNode = (node: Node | null) =>
          node instanceof Element
            ? `${node.tagName.toLowerCase()}#${node.id}.${node.className}`
            : String(node?.nodeName);
        const nameBox = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
        const read = (entry: PerformanceEntry) => ({
          value: Number(Reflect.get(entry, 'value')),
          sources: [...Reflect.get(entry, 'sources')].map(
            ({ node, previousRect, currentRect }) =>
              `${nameNode(node)} ${nameBox(previousRect)} → ${nameBox(currentRect)}`,
          ),
        });
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(
            list
              .getEntries()
              .filter((entry) => !Reflect.get(entry, 'hadRecentInput'))
              .map(read),
          );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // The observer is not called without entries; two frames are enough for an entry.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve([]))));
      }),
  );
}
