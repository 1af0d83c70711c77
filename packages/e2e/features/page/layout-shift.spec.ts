import { fillSignIn, waitForSignIn, waitForTopBar } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

interface Shift {
  readonly value: number;
  readonly sources: readonly string[];
}

for (const width of [1280, 360]) {
  test(`nothing jumps on any screen, ${width} px wide`, async ({ page, user }) => {
    await page.setViewportSize({ width, height: 740 });
    const shifts: Record<string, readonly Shift[]> = {};
    const note = async (name: string) => {
      shifts[name] = await readShifts(page);
    };
    const title = (name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name }).waitFor();
    // The page is drawn before its scripts, and each file has a frame of its own.
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

/** What moved on this page by itself, not after something that the user did. */
function readShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        const nameNode = (node: Node | null) =>
          node instanceof Element
            ? `${node.tagName.toLowerCase()}#${node.id}.${node.className}`
            : String(node?.nodeName);
        const read = (entry: PerformanceEntry) => ({
          value: Number(Reflect.get(entry, 'value')),
          sources: [...Reflect.get(entry, 'sources')].map(
            ({ node, previousRect: a, currentRect: b }) => `${nameNode(node)} ${a.y},${a.height} → ${b.y},${b.height}`,
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
        // No entry, no call: after two frames there would have been one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve([]))));
      }),
  );
}
