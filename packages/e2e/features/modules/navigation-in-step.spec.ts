import { buildModule } from '../../portal/build-module';
import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

const keys = ['smsa', 'hrstudium', 'smsa-dev'] as const;
const file = (key: string) => `/${key}/module.js`;

test.use({ moduleFiles: Object.fromEntries([...keys, 'smsa-local'].map((key) => [key, file(key)])) });

/** A module that records its mount. */
const quickModule = (key: string) =>
  lifecyclesModule({
    mount: `(window.mounted ||= new Set()).add('${key}'); ${heading(`Module ${key}`)}`,
    unmount: `window.mounted.delete('${key}');`,
  });

/** Navigates to all modules within 60 ms, like a user who clicks faster than the modules load. */
async function visitAllAtOnce(page: Page): Promise<void> {
  await page.evaluate(
    async (paths) => {
      for (const path of paths) {
        history.pushState({}, '', path);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    keys.map((key) => `/${key}/`),
  );
}

/** Expects that only the last module is mounted and on screen. */
async function expectLast(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Module smsa-dev' })).toBeVisible();
  await expect(page).toHaveURL('/smsa-dev/');
  await expect.poll(() => page.evaluate(() => [...Reflect.get(window, 'mounted')])).toEqual(['smsa-dev']);
  await expect(page.getByRole('heading', { name: /^Module/ })).toHaveCount(1);
}

test('only the last of three slowly loading modules is mounted, and fast steps end on the screen of the address', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  await signIn(page, 'dora');
  const arrivals = keys.map((key) => modules.servesLater(file(key), quickModule(key)));
  await visitAllAtOnce(page);
  const [first, second, last] = arrivals;
  last?.();
  await expect(page.getByRole('heading', { name: 'Module smsa-dev' })).toBeVisible();
  first?.();
  second?.();
  await expectLast(page);
  // A late module is ready at the next visit.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Module hrstudium' })).toBeVisible();
  await page.goForward();
  await expectLast(page);

  await page.evaluate(async () => {
    const { navigation } = window;
    for (const step of ['back', 'back', 'forward', 'forward', 'back', 'back'] as const) {
      await navigation[step]().committed;
    }
  });
  await expect(page).toHaveURL('/smsa/');
  await expect(page.getByRole('heading', { name: 'Module smsa', exact: true })).toBeVisible();
  await page.evaluate(() => history.go(2));
  await expectLast(page);
});

/** Records every change of the address from the start of the page. A router may also number its entries. */
async function noteAddressChanges(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const changes: string[] = [];
    let before = location.href;
    const note = (change: string) => {
      if (location.href !== before) changes.push(`${change} ${location.pathname}`);
      before = location.href;
    };
    Reflect.set(window, 'addressChanges', changes);
    for (const method of ['pushState', 'replaceState'] as const) {
      const change = history[method];
      history[method] = function (...values) {
        Reflect.apply(change, this, values);
        note(method);
      };
    }
    addEventListener('popstate', () => note('popstate'));
  });
  return () => page.evaluate(() => Reflect.get(window, 'addressChanges').splice(0));
}

test('signing in, a redirect and a guard of a module make two history changes at most', async ({ page, modules }) => {
  modules.serves(file('smsa-local'), await buildModule('browser-router'));
  const changes = await noteAddressChanges(page);
  const onScreen = page.getByRole('heading', { name: 'Page /start' });
  await page.goto('/smsa-local/');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  const toForm = await changes();
  expect(toForm.length, toForm.join()).toBeLessThanOrEqual(2);
  await signIn(page, 'dora', page.url());
  await expect(onScreen).toBeVisible();
  await expect(page).toHaveURL('/smsa-local/start');
  const intoModule = await changes();
  // One change from the form to the module, one by the module's redirect; the page reloads in between.
  expect(intoModule.length, intoModule.join()).toBeLessThanOrEqual(3);
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  expect(await changes()).toEqual(['pushState /']);
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(onScreen).toBeVisible();
  expect(await changes()).toEqual(['pushState /smsa-local/', 'replaceState /smsa-local/start']);
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  const away = await changes();
  expect(away.length, away.join()).toBeLessThanOrEqual(2);
});

test('a module with a browser router renders once for each navigation, its own and the shell’s', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  modules.serves(file('smsa-local'), await buildModule('browser-router'));
  await signIn(page, 'dora', '/smsa-local/start');
  await expect(page.getByRole('heading', { name: 'Page /start' })).toBeVisible();
  const commits = () => page.evaluate(() => Reflect.get(window, 'commits').splice(0));
  expect(await commits()).toEqual(['/start']);
  await page.evaluate(() => history.pushState({}, '', '/smsa-local/by-shell'));
  await expect(page.getByRole('heading', { name: 'Page /by-shell' })).toBeVisible();
  expect(await commits()).toEqual(['/by-shell']);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Page /next' })).toBeVisible();
  await expect(page).toHaveURL('/smsa-local/next');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Page /by-shell' })).toBeVisible();
  expect(await commits()).toEqual(['/next', '/by-shell']);
});
