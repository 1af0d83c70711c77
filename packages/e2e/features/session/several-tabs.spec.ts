import { holdRequests } from '../../portal/hold-requests';
import { exposingModule } from '../../portal/lifecycles-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import { fillSignIn, signIn, signOut, waitForSignIn, waitForTopBar } from '../../portal/sign-in';
import { type BrowserContext, expect, type Page, test } from '../../portal/test';
import { openExposed } from './open-exposed';

// A clock that jumps looks to the realtime client like a broker that does not answer.
test.use({ expectedErrors: /status of (401|503)|Erro ao conectar MQTT/ });

/** Two tabs of one browser, each with a module that exposes the portal's API. */
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
  // Hold requests until both clocks have moved: a tab that gets the new token before its clock jumps sees it expire and
  // refreshes again.
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
  // The tab requests the session, so it has received the message.
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(await validate(first)).toBe(true);
  expect(await first.evaluate(() => Reflect.get(window, 'portal').token())).not.toBe(forged);
  expect(sent).not.toContain(`Bearer ${forged}`);
});

test('signing in and out in one tab does so in the other, within a second or when it wakes, and unmounts its module', async ({
  context,
  modules,
}) => {
  modules.serves('/module.js', exposingModule());
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto('/smsa-local/');
  await waitForSignIn(second);
  await first.goto('/');
  const signInOfFirst = async () => {
    await fillSignIn(first, 'dora@portico.test');
    await waitForTopBar(first);
  };
  await signInOfFirst();
  await second.waitForFunction(() => 'portal' in window);
  await signOut(first);
  await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible({ timeout: 1_000 });
  expect(await second.evaluate(() => Reflect.get(window, 'hasUnmounted'))).toBe(true);
  expect(await second.evaluate(() => Reflect.get(window, 'portal').token())).toBe('');

  // A sleeping tab gets no messages.
  await first.evaluate(() => Object.defineProperty(BroadcastChannel.prototype, 'postMessage', { value: () => {} }));
  const wake = () => second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await signInOfFirst();
  await expect(second.getByLabel('E-mail')).toBeVisible();
  await wake();
  await expect(second.getByRole('heading', { name: 'Exposed' })).toBeVisible();
  await signOut(first);
  await expect(second.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  await wake();
  await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('a sign-in of another user in another tab reloads this tab', async ({ context, modules }) => {
  const [first, second] = await openTwoTabs(context, modules);
  await first.evaluate(() => Object.assign(window, { isOfDora: true }));
  await second.evaluate(async () => {
    // As the page of another user does: the new session replaces the first one of this browser.
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

test('a lock that a tab never releases, or a late refusal in it, does not end the session of another tab', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  await second.evaluate(() => {
    // The promise rejects when another tab steals the lock.
    navigator.locks.request('portico:auth:refresh', () => new Promise(() => {})).catch(() => {});
  });
  await first.route('**/api/auth/validate', (route) => route.fulfill({ status: 401 }), { times: 1 });
  const started = Date.now();
  expect(await validate(first)).toBe(true);
  expect(Date.now() - started).toBeLessThan(10_000);

  // Wait from before the session ends: the realtime connection ends with it and may request first.
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
