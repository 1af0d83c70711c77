import { holdRequests } from '../../portal/hold-requests';
import { exposingModule } from '../../portal/lifecycles-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import { fillSignIn, signIn, waitForSignIn, waitForTopBar } from '../../portal/sign-in';
import { type BrowserContext, expect, type Page, test } from '../../portal/test';
import { openExposed } from './open-exposed';

// To the realtime client, a clock that jumps looks like a broker that does not answer.
test.use({ expectedErrors: /status of (401|503)|Erro ao conectar MQTT/ });

/** Two tabs of one browser, each with a module open that hands out the portal's API. */
async function openTwoTabs(context: BrowserContext, modules: ModuleOrigin): Promise<[Page, Page]> {
  const first = await context.newPage();
  await openExposed(first, modules, () => signIn(first, 'dora', '/smsa-local/'));
  const second = await context.newPage();
  await openExposed(second, modules, () => second.goto('/smsa-local/'));
  await waitForTopBar(second);
  return [first, second];
}

function validate(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'portal').validate());
}

function countRefreshes(context: BrowserContext): { count: number } {
  const refreshes = { count: 0 };
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.count += 1;
  });
  return refreshes;
}

test('two tabs with an expired token share one refresh, and accept no token of another user', {
  tag: '@firefox',
}, async ({ context, modules }) => {
  await context.clock.install();
  const [first, second] = await openTwoTabs(context, modules);
  const refreshes = countRefreshes(context);
  // Until both clocks have moved: a tab that gets the new token before its clock jumps sees it expire, and refreshes
  // again.
  const refresh = await holdRequests(context, '**/api/auth/refresh');
  await context.clock.fastForward('16:00');
  refresh.release();
  expect(await Promise.all([first, second].map(validate))).toEqual([true, true]);
  expect(refreshes.count).toBe(1);

  const sent: (string | undefined)[] = [];
  first.on('request', (request) => sent.push(request.headers().authorization));
  const forged = await second.evaluate(() => {
    const payload = btoa(JSON.stringify({ sub: 'somebody-else', iat: 1, exp: 9_999_999_999 }));
    const token = `x.${payload}.x`;
    const channel = new BroadcastChannel('auth_channel');
    for (const message of ['nonsense', { type: 'TOKEN_REFRESHED', access_token: 42 }]) channel.postMessage(message);
    channel.postMessage({ type: 'TOKEN_REFRESHED', access_token: token });
    return token;
  });
  // The tab asks whose session it is: the message has been heard.
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(await validate(first)).toBe(true);
  expect(await first.evaluate(() => Reflect.get(window, 'portal').token())).not.toBe(forged);
  expect(sent).not.toContain(`Bearer ${forged}`);
});

test('signing in and out in one tab also signs the other in and out; a sign-out unmounts its module within a second', async ({
  context,
  modules,
}) => {
  modules.serves('/module.js', exposingModule());
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto('/smsa-local/');
  await waitForSignIn(second);
  await first.goto('/');
  await fillSignIn(first, 'dora@portico.test');
  await second.waitForFunction(() => 'portal' in window);
  await waitForTopBar(first);
  await first.getByRole('button', { name: 'Menu da conta' }).click();
  await first.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
  await expect(first.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible({ timeout: 1_000 });
  expect(await second.evaluate(() => Reflect.get(window, 'hasUnmounted'))).toBe(true);
  expect(await second.evaluate(() => Reflect.get(window, 'portal').token())).toBe('');
});

test('a tab that slept during a sign-in or sign-out in another tab follows it when it wakes', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto('/smsa/');
  await waitForSignIn(second);
  await first.goto('/');
  // Asleep: messages do not arrive.
  await first.evaluate(() => Object.defineProperty(BroadcastChannel.prototype, 'postMessage', { value: () => {} }));
  await fillSignIn(first, 'ana@portico.test');
  await expect(first.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await expect(second.getByLabel('E-mail')).toBeVisible();
  const wake = () => second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await wake();
  await expect(second.getByRole('heading', { name: 'Chamados' })).toBeVisible();

  await waitForTopBar(first);
  await first.getByRole('button', { name: 'Menu da conta' }).click();
  await first.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
  await expect(first.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(second.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  await wake();
  await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('a sign-in of another user in another tab reloads this tab', async ({ context, modules }) => {
  const [first, second] = await openTwoTabs(context, modules);
  await first.evaluate(() => Object.assign(window, { isOfDora: true }));
  await second.evaluate(async () => {
    // What the page of another user does: the new session replaces the first one of this browser.
    await fetch('/api/auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bruno@portico.test', password: 'portico-demo' }),
    });
    localStorage.setItem('portico:auth:stamp', 'another');
    new BroadcastChannel('auth_channel').postMessage({ type: 'SIGNED_IN' });
  });
  await expect(first.getByRole('heading', { name: 'Olá, Bruno' })).toBeVisible();
  expect(await first.evaluate(() => 'isOfDora' in window)).toBe(false);
});

test('a late refusal of a refresh in one tab does not end a session that began in another', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  // From before the session ends: the realtime connection that ends with it may ask first.
  const refresh = await holdRequests(second, '**/api/auth/refresh');
  await first.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
  await second.evaluate(() => void Reflect.get(window, 'portal').validate());
  await refresh.isAsked;
  await first.evaluate(() => void Reflect.get(window, 'portal').validate());
  refresh.release();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Senha', { exact: true }).fill('portico-demo');
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(second.getByRole('dialog')).toBeHidden();
  await first.reload();
  await expect(first.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
});

test('a tab that never releases the lock delays calls of other tabs by less than ten seconds', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  await second.evaluate(() => {
    // The promise rejects when the lock is stolen.
    navigator.locks.request('portico:auth:refresh', () => new Promise(() => {})).catch(() => {});
  });
  await first.route('**/api/auth/validate', async (route) => {
    const isFirst = !(await first.evaluate(() => 'hasAsked' in window));
    await first.evaluate(() => Object.assign(window, { hasAsked: true }));
    return isFirst ? route.fulfill({ status: 401 }) : route.continue();
  });
  const started = Date.now();
  expect(await validate(first)).toBe(true);
  expect(Date.now() - started).toBeLessThan(10_000);
});
