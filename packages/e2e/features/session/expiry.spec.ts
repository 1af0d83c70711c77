import type { ModuleOrigin } from '../../portal/module-origin';
import { fillSignIn, signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { openLive } from '../notifications/notification-panel';
import { openExposed } from './open-exposed';

// A clock that jumps looks to the realtime client like a broker that does not answer.
test.use({ expectedErrors: /status of 40[13]|Erro ao conectar MQTT/ });

/** Signs in and opens the module. */
function openSignedIn(page: Page, modules: ModuleOrigin): Promise<void> {
  return openExposed(page, modules, () => signIn(page, 'dora', '/smsa-local/'));
}

/** Waits until notifications arrive live: after that, the page sends no requests without a reason. */
async function waitUntilLive(page: Page): Promise<void> {
  await openLive(page);
  await page.keyboard.press('Escape');
}

/** Ends the session on the server; the next call of the tab fails. */
async function expire(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
  await validate(page);
}

/** Makes the module call the API; the call waits for the dialog. */
async function validate(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { answer: Reflect.get(window, 'portal').validate() });
  });
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('a token that expired while the computer slept is renewed before the first call', async ({ page, modules }) => {
  await page.clock.install();
  await openSignedIn(page, modules);
  await waitUntilLive(page);
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  );
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) calls.push(new URL(request.url()).pathname);
  });
  await page.clock.fastForward('08:00:00');
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  expect(await page.evaluate(() => Reflect.get(window, 'portal').validate())).toBe(true);
  expect(calls).toEqual(['/api/auth/refresh', '/api/auth/validate']);
});

test('a tab that is shown again just before its token expires renews the token in time', async ({ page, modules }) => {
  await page.clock.install();
  await openSignedIn(page, modules);
  const old = await page.evaluate(() => Reflect.get(window, 'portal').token());
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  );
  await page.clock.fastForward('14:20');
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.fastForward('00:35');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'portal').token())).not.toBe(old);
});

test('after a refused refresh, the user signs in again on the page; typed text stays in every tab, and waiting calls continue', async ({
  page,
  context,
  modules,
}) => {
  await openSignedIn(page, modules);
  const other = await context.newPage();
  await openExposed(other, modules, () => other.goto('/smsa-local/'));
  const note = (tab: Page) => tab.getByRole('main').getByRole('textbox');
  await note(page).fill('half-typed');
  await note(other).fill('kept here');
  await expire(page);
  await validate(other);
  await expect(page).toHaveURL('/smsa-local/');

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('E-mail')).toHaveValue('dora@portico.test');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Senha', { exact: true }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('O e-mail e a senha não conferem.');
  await dialog.getByLabel('Senha', { exact: true }).fill('portico-demo');
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();

  for (const tab of [page, other]) await expect(tab.getByRole('dialog')).toBeHidden();
  await expect(note(page)).toHaveValue('half-typed');
  await expect(note(other)).toHaveValue('kept here');
  for (const tab of [page, other]) expect(await tab.evaluate(() => Reflect.get(window, 'answer'))).toBe(true);
});

test('another user signs in with the form, and the page reloads', async ({ page, modules }) => {
  await openSignedIn(page, modules);
  await expire(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar como outra pessoa' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'hasUnmounted'))).toBe(true);
  expect(await page.evaluate(() => Reflect.get(window, 'answer'))).toBe(false);
  // The cache that a module filled for the first user is gone for the second.
  await page.evaluate(() => Object.assign(window, { cacheOfDora: 'secret' }));
  await fillSignIn(page, 'bruno@portico.test');
  await expect(page.getByRole('heading', { name: 'Olá, Bruno' })).toBeVisible();
  expect(await page.evaluate(() => 'cacheOfDora' in window)).toBe(false);
});

test('a refresh holds its lock at most until its timeout, and no timer runs in a loop', async ({ page, modules }) => {
  await page.clock.install();
  await openSignedIn(page, modules);
  await waitUntilLive(page);
  await page.route('**/api/auth/refresh', () => {});
  const asked = page.waitForRequest('**/api/auth/refresh');
  await page.evaluate(() => {
    const timers: number[] = [];
    const { setTimeout } = window;
    Object.assign(window, {
      timers,
      setTimeout: (handler: () => void, delay = 0) => {
        timers.push(delay);
        return setTimeout(handler, delay);
      },
    });
  });
  await page.clock.fastForward('16:00');
  await asked;
  const held = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.map(({ name }) => name).filter((name) => name?.startsWith('portico:auth:'));
    });
  expect(await held()).toEqual(['portico:auth:refresh']);
  // Take the lock next, because the realtime connection soon tries again.
  await page.evaluate(
    () => void navigator.locks.request('portico:auth:refresh', () => Object.assign(window, { isReleased: true })),
  );
  await page.clock.fastForward(15_100);
  await page.waitForFunction(() => 'isReleased' in window);
  // The retries are neither immediate nor ever more frequent.
  const armed = await page.evaluate(() => Reflect.get(window, 'timers').filter((delay: number) => delay === 0).length);
  expect(armed).toBeLessThan(5);
});
