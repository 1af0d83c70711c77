import { buildModule } from '../../portal/build-module';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { developerTest as test } from './developer-test';

const keys = { smsa: 'leaks-listener', hrstudium: 'leaks-interval', 'smsa-dev': 'leaks-global' } as const;

test.use({
  moduleFiles: {
    ...Object.fromEntries(Object.keys(keys).map((key) => [key, `/${key}/module.js`])),
    welcome: '/welcome.js',
  },
});

test.beforeEach(async ({ modules }) => {
  for (const [key, name] of Object.entries(keys)) modules.serves(`/${key}/module.js`, await buildModule(name));
  modules.serves('/welcome.js', await buildModule('browser-router'));
});

test('the portal removes what every visit of a module leaves, and the console shows it to developers', {
  tag: '@firefox',
}, async ({ page, context, modules, portal }) => {
  await page.addInitScript(countIntervals);
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('left behind')) found.push(message.text().replace(/:\d+:\d+\)/g, ')'));
  });
  const visit = async (key: string) => {
    await page.getByRole('main').locator(`a[href="/${key}/"]`).click();
    await expect(page.getByRole('main').getByRole('heading', { name: /^(Leaks|Page)/ })).toBeVisible();
    await page.getByRole('banner').locator('a[href="/"]').click();
    await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  };
  const countRunning = () => page.evaluate(() => Reflect.get(window, 'runningIntervals').size);
  await signIn(page, 'dora');
  await visit('hrstudium');
  expect(await countRunning()).toBe(1);
  await visit('hrstudium');
  await expect.poll(countRunning).toBe(0);
  expect(found).toEqual([]);

  await context.addCookies([{ name: 'portico-overrides', value: 'on', url: portal.url }]);
  await page.reload();
  // Load the shell's menu before the first module; otherwise the module is blamed for its listeners.
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sessão' }).press('Escape');
  for (const key of [...Object.keys(keys), 'welcome', 'smsa']) await visit(key);
  const countPolls = () => page.evaluate(() => Reflect.get(window, 'leakedByModule'));
  const polls = await countPolls();
  await expect.poll(countPolls).toBeGreaterThan(polls);
  await visit('smsa-dev');
  const script = (key: string) => `(${modules.url}/${key}/module.js)`;
  const popstate = `a listener of "popstate" on window ${script('smsa')}`;
  const keydown = `a listener of "keydown" on document ${script('smsa')}`;
  const removed = (trace: string) => `${trace}, which the portal removed`;
  const timeout = `a timeout of 100 ms ${script('smsa-dev')}`;
  await expect
    .poll(() => found)
    .toEqual([
      `[portico] @module/smsa left behind: ${popstate}, ${keydown}.`,
      `[portico] @module/hrstudium left behind: an interval of 5000 ms ${script('hrstudium')}.`,
      '[portico] @module/smsa-dev left behind: the global "leakedByModule".',
      `[portico] @module/smsa left behind: ${[popstate, popstate, keydown, keydown].map(removed).join(', ')}.`,
      `[portico] @module/smsa-dev left behind: ${[timeout, timeout].map(removed).join(', ')}.`,
    ]);
});

/** Keeps the numbers of the modules' intervals that run. */
function countIntervals(): void {
  const running = new Set<unknown>();
  const { setInterval, clearInterval } = window;
  const start = (handler: () => void, delay: number) => {
    const id = setInterval(handler, delay);
    if (delay === 5_000) running.add(id);
    return id;
  };
  const stop = (id: number) => {
    running.delete(id);
    clearInterval(id);
  };
  Object.assign(window, { runningIntervals: running, setInterval: start, clearInterval: stop });
}
