import {
  type BrowserContext,
  expect,
  exposingModule,
  fillSignIn,
  type ModuleOrigin,
  type Page,
  signIn,
  test,
  untilTopBarMounted,
} from '../src';

// A clock that jumps looks like a silent broker.
test.use({ expectedErrors: /status of (401|503)|Erro ao conectar MQTT/ });

/** Two tabs of one browser, each with a module open that hands out the portal's API. */
async function openTwoTabs(context: BrowserContext, modules: ModuleOrigin): Promise<[Page, Page]> {
  modules.serves('/module.js', exposingModule());
  const first = await context.newPage();
  await signIn(first, 'dora', '/smsa-local/');
  const second = await context.newPage();
  await second.goto('/smsa-local/');
  for (const page of [first, second]) {
    await page.waitForFunction(() => 'portal' in window);
    await untilTopBarMounted(page);
  }
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

test('two tabs with an expired token make one refresh between them, and both go on', async ({ context, modules }) => {
  await context.clock.install();
  const tabs = await openTwoTabs(context, modules);
  const refreshes = countRefreshes(context);
  await context.clock.fastForward('16:00');
  expect(await Promise.all(tabs.map(validate))).toEqual([true, true]);
  expect(refreshes.count).toBe(1);
});

test('signing out in one tab signs out the other within a second, its module unmounted', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  await first.getByRole('button', { name: 'Menu da conta' }).click();
  await first.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(first.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible({ timeout: 1_000 });
  expect(await second.evaluate(() => Reflect.get(window, 'hasUnmounted'))).toBe(true);
  expect(await second.evaluate(() => Reflect.get(window, 'portal').token())).toBe('');
});

test('signing in in one tab signs in the other, which waits at the form', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto('/smsa/');
  await expect(second.getByLabel('E-mail')).toBeVisible();
  await first.goto('/');
  await fillSignIn(first, 'ana@portico.test');
  await expect(second.getByRole('heading', { name: 'Chamados' })).toBeVisible();
});

test('a sign-out that the server did not hear stays a sign-out', async ({ page }) => {
  await signIn(page, 'ana');
  await page.route('**/api/auth/invalidate', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await page.unroute('**/api/auth/invalidate');
  const told = page.waitForRequest('**/api/auth/invalidate');
  await page.reload();
  await told;
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('another user who signs in elsewhere never mixes with this tab: it is built anew', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  await first.evaluate(() => Object.assign(window, { isOfDora: true }));
  await second.evaluate(async () => {
    // As a page of another user's would: her session takes the place of the first one's in this browser.
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

test('a message with a token of somebody else is not adopted', async ({ context, modules }) => {
  const [first, second] = await openTwoTabs(context, modules);
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

test('a late refusal of a refresh in one tab does not take the session of a sign-in in another', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  await first.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await second.route('**/api/auth/refresh', async (route) => {
    await held;
    await route.continue();
  });
  const asked = second.waitForRequest('**/api/auth/refresh');
  await second.evaluate(() => void Reflect.get(window, 'portal').validate());
  await asked;
  await first.evaluate(() => void Reflect.get(window, 'portal').validate());
  answer();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel('Senha', { exact: true }).fill('portico-demo');
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(second.getByRole('dialog')).toBeHidden();
  await first.reload();
  await expect(first.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
});

test('a tab at the form that missed the sign-in while it slept finds out when it wakes', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto('/smsa/');
  await expect(second.getByLabel('E-mail')).toBeVisible();
  await first.goto('/');
  // Asleep: messages do not arrive.
  await first.evaluate(() => Object.defineProperty(BroadcastChannel.prototype, 'postMessage', { value: () => {} }));
  await fillSignIn(first, 'ana@portico.test');
  await expect(first.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(second.getByRole('heading', { name: 'Chamados' })).toBeVisible();
});

test('a tab that holds the lock for ever is overruled: a call of the other goes on within ten seconds', async ({
  context,
  modules,
}) => {
  const [first, second] = await openTwoTabs(context, modules);
  await second.evaluate(() => {
    // Overruled, it hears of it; a frozen tab would not.
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

test('a tab that missed the sign-out while it slept finds out when it wakes', async ({ context, modules }) => {
  const [first, second] = await openTwoTabs(context, modules);
  // Asleep: messages do not arrive.
  await second.evaluate(() => Object.defineProperty(BroadcastChannel.prototype, 'postMessage', { value: () => {} }));
  await second.getByRole('button', { name: 'Menu da conta' }).click();
  await second.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(first.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('fifty calls that are refused at once make one refresh and fifty repetitions', async ({ context, modules }) => {
  const [first] = await openTwoTabs(context, modules);
  const old = await first.evaluate(() => Reflect.get(window, 'portal').token());
  let refused = 0;
  let repeated = 0;
  await first.route('**/api/auth/validate', (route) => {
    if (route.request().headers().authorization === `Bearer ${old}`) {
      refused += 1;
      return route.fulfill({ status: 401 });
    }
    repeated += 1;
    return route.fulfill({ status: 204 });
  });
  const refreshes = countRefreshes(context);
  const answers = await first.evaluate(() =>
    Promise.all(Array.from({ length: 50 }, () => Reflect.get(window, 'portal').validate())),
  );
  expect(answers.every(Boolean)).toBe(true);
  expect([refreshes.count, refused, repeated]).toEqual([1, 50, 50]);
});
