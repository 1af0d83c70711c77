import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type BrowserContext,
  test as base,
  bell,
  expect,
  firebaseConfiguration,
  type Page,
  PortalProcess,
  PushBrowser,
  PushCloud,
  panel,
  signIn,
  toasts,
  unreadOf,
} from '../src';

const workerFile = path.resolve(import.meta.dirname, '../../../dist/firebase-messaging-sw.js');

const test = base.extend<object, { cloud: PushCloud }>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const cloud = await PushCloud.start();
      await use(cloud);
      await cloud.stop();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ cloud }, use) => {
      const { environment } = cloud;
      const portal = await PortalProcess.start({ environment, configuration: firebaseConfiguration });
      await use(portal);
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  context: async ({ context, cloud }, use) => {
    await cloud.serve(context);
    await use(context);
  },
});

const allow = (context: BrowserContext) => context.grantPermissions(['notifications']);

interface Message {
  readonly title: string;
  readonly body?: string;
  readonly redirect?: string;
}

/** Sends as the back end of a module does, and gives the data that the server has pushed to a token. */
async function send(portal: PortalProcess, cloud: PushCloud, token: string, email: string, message: Message) {
  const keys = JSON.parse(await readFile(path.join(portal.dataFolder, 'service-keys.json'), 'utf8'));
  const answer = await fetch(`${portal.url}/api/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.smsa}` },
    body: JSON.stringify({ emails: [email], ...message }),
  });
  expect(answer.status).toBe(201);
  const pushed = () => cloud.pushes.find(({ token: to, data }) => to === token && data.title === message.title)?.data;
  await expect.poll(pushed).toBeDefined();
  return pushed() ?? {};
}

/** Opens a page of nobody's in front of the others. */
async function lookAway(context: BrowserContext): Promise<void> {
  const elsewhere = await context.newPage();
  await elsewhere.bringToFront();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByLabel('E-mail').waitFor();
}

test('a push is one toast in the tab in front, and the badge changes in all', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  await allow(context);
  await signIn(page, 'ana');
  const browser = await PushBrowser.of(page);
  const token = await browser.untilBound();
  const other = await context.newPage();
  await other.goto('/');
  await PushBrowser.of(other);
  await bell(other).waitFor();
  await page.bringToFront();
  const unread = await unreadOf(page);

  const message = { title: 'Chamado respondido', redirect: '/smsa/7' };
  const data = await send(portal, cloud, token, 'ana@portico.test', message);
  await browser.deliver(data);
  await expect(toasts(page)).toContainText(['Chamado respondido']);
  for (const tab of [page, other]) await expect.poll(() => unreadOf(tab)).toBe(unread + 1);
  await expect(toasts(other)).toHaveCount(0);
  expect(await browser.notifications()).toEqual([]);
  // The push service may deliver twice.
  await browser.deliver(data);
  await expect(toasts(page)).toHaveCount(1);
  expect(await browser.notifications()).toEqual([]);
});

test('behind other windows it is one notification of the system, which opens where it leads', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  await allow(context);
  await signIn(page, 'ana');
  const browser = await PushBrowser.of(page);
  const token = await browser.untilBound();
  const unread = await unreadOf(page);
  await lookAway(context);
  const data = await send(portal, cloud, token, 'ana@portico.test', {
    title: 'Nova tarefa',
    body: 'Assine o contrato.',
    redirect: '/smsa/7?tab=1',
  });
  await browser.deliver(data);
  await browser.deliver(data);
  await expect
    .poll(() => browser.notifications())
    .toEqual([
      {
        title: 'Nova tarefa',
        body: 'Assine o contrato.',
        tag: `notification:${data.id}`,
        icon: `${portal.url}/media/apps/smsa/logo_mini.png`,
      },
    ]);
  await expect.poll(() => unreadOf(page)).toBe(unread + 1);
  await expect(toasts(page)).toHaveCount(0);

  expect(await browser.click()).toEqual([`open ${portal.url}/smsa/7?tab=1`]);
  expect(await browser.notifications()).toEqual([]);
  await expect.poll(() => unreadOf(page)).toBe(unread);

  // A tab that has moved there since it was opened.
  await page.evaluate(() => history.pushState({}, '', '/smsa/7?tab=1'));
  await browser.deliver(data);
  await expect.poll(async () => (await browser.notifications()).length).toBe(1);
  expect(await browser.click()).toEqual([expect.stringMatching(/^focus /)]);
});

test('with no tab of the portal open it is shown, opened, and marked read as the portal opens', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  await allow(context);
  await signIn(page, 'dora');
  const browser = await PushBrowser.of(page);
  const token = await browser.untilBound();
  const unread = await unreadOf(page);
  await page.goto('about:blank');
  await browser.deliver(
    await send(portal, cloud, token, 'dora@portico.test', { title: 'Em casa', redirect: '/smsa/9' }),
  );
  await expect(async () => expect(await browser.click()).toEqual([`open ${portal.url}/smsa/9`])).toPass();
  const marked = page.waitForRequest((request) => request.method() === 'PATCH' && /notifications$/.test(request.url()));
  await page.goto(`${portal.url}/`);
  await marked;
  await expect.poll(() => unreadOf(page)).toBe(unread);
});

test('a push that cannot be read shows that there is something, and one for another user nothing', async ({
  page,
  context,
}) => {
  await allow(context);
  await signIn(page, 'ana');
  const browser = await PushBrowser.of(page);
  await browser.untilBound();
  await lookAway(context);
  await browser.deliver({ id: '1', title: 'De Bruno', recipient: 'bruno' });
  for (const text of ['', '{', '{"data":{"id":1}}', 'null']) await browser.deliver(text);
  await expect
    .poll(() => browser.notifications())
    .toEqual([{ title: 'Você tem uma nova notificação', body: '', tag: 'notification:', icon: '' }]);
});

test('asks for nothing, takes over once it is allowed, and leaves when that is taken back', async ({
  page,
  context,
  portal,
}) => {
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.reject(new Error('Nobody has clicked.'));
  });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await signIn(page, 'ana');
  const browser = await PushBrowser.of(page);
  await expect.poll(() => sockets.length).toBe(1);
  expect(await browser.token()).toBeUndefined();

  await context.grantPermissions(['notifications'], { origin: portal.url });
  await browser.untilBound();
  await bell(page).click();
  await expect(panel(page).getByText('Ao vivo', { exact: true })).toBeVisible();
  expect(sockets).toHaveLength(1);

  await context.clearPermissions();
  await expect.poll(() => sockets.length).toBe(2);
  await expect.poll(() => browser.token()).toBeUndefined();
});

test('a first and a second visit, and one with another worker, each have a token', async ({ page, context, cloud }) => {
  await allow(context);
  await signIn(page, 'ana');
  const browser = await PushBrowser.of(page);
  const token = await browser.untilBound();
  const before = cloud.registrations.length;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await bell(page).click();
  await expect(panel(page).getByText('Ao vivo', { exact: true })).toBeVisible();
  expect(await browser.token()).toBe(token);
  // What is in order costs nothing, not even the SDK.
  expect(calls).not.toContain('POST /api/notifications/register');
  expect(calls.filter((call) => call.includes('/firebase.'))).toEqual([]);

  const worker = await readFile(workerFile, 'utf8');
  await writeFile(workerFile, `${worker}\n// newer`);
  try {
    await page.evaluate(() => caches.delete('portico:push'));
    await page.reload();
    await browser.untilBound();
  } finally {
    await writeFile(workerFile, worker);
  }
  expect(cloud.registrations.slice(before).filter((method) => method === 'POST').length).toBeLessThanOrEqual(1);
});

test('another key replaces the subscription, and the server has the new token alone', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  await allow(context);
  await signIn(page, 'dora');
  const browser = await PushBrowser.of(page);
  const former = await browser.untilBound();
  const key = `B${'B'.repeat(85)}A`;
  await page.route(`${portal.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(firebaseConfiguration.vapidKey, key);
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect.poll(() => browser.token()).not.toBe(former);
  const token = await browser.untilBound();
  expect(token).not.toBe(former);
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('e2e:subscription') ?? '{}').serverKey))
    .toBe(key.replaceAll('-', '+').replaceAll('_', '/').concat('='));
  // By the second one the first has gone to whomever it goes.
  for (const title of ['Só uma vez', 'E mais uma']) await send(portal, cloud, token, 'dora@portico.test', { title });
  const tokens = cloud.pushes.filter(({ data }) => data.title === 'Só uma vez').map(({ token: to }) => to);
  expect(tokens.filter((to) => [former, token].includes(to))).toEqual([token]);
});

test('signing out ends push, and the next user gets nothing of the one before', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  await allow(context);
  await signIn(page, 'ana');
  const browser = await PushBrowser.of(page);
  const token = await browser.untilBound();
  const data = await send(portal, cloud, token, 'ana@portico.test', { title: 'Para Ana' });
  await lookAway(context);
  await browser.deliver(data);
  await expect.poll(async () => (await browser.notifications()).length).toBe(1);
  await page.bringToFront();

  const unbinding = page.waitForRequest((request) => request.method() === 'DELETE' && /register$/.test(request.url()));
  await signOut(page);
  expect((await unbinding).postDataJSON()).toEqual({ token });
  await expect.poll(() => browser.notifications()).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('e2e:subscription'))).toBeNull();
  await browser.deliver(data);

  await page.getByLabel('E-mail').fill('bruno@portico.test');
  await page.getByLabel('Senha', { exact: true }).fill('portico-demo');
  await page.getByRole('button', { name: 'Entrar' }).click();
  const next = await browser.untilBound();
  expect(next).not.toBe(token);
  await browser.deliver(data);
  expect(await browser.notifications()).toEqual([]);
  await expect(toasts(page)).toHaveCount(0);
});

test.describe('a sign-out without a network', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('is finished before the next user gets pushes', async ({ page, context, portal }) => {
    await allow(context);
    await signIn(page, 'ana');
    const browser = await PushBrowser.of(page);
    const token = await browser.untilBound();
    await context.route('**/api/**', (route) => route.abort());
    await signOut(page);
    await expect.poll(() => browser.token()).toBeUndefined();
    // As if the tab had been closed before it came to that.
    await page.evaluate(
      (serverKey) => {
        const left = { endpoint: 'https://push.test/left', serverKey };
        localStorage.setItem('e2e:subscription', JSON.stringify(left));
      },
      firebaseConfiguration.vapidKey.replaceAll('-', '+').replaceAll('_', '/'),
    );
    await context.unroute('**/api/**');
    await page.goto(`${portal.url}/signin`);
    await signIn(page, 'bruno', '/signin');
    expect(await browser.untilBound()).not.toBe(token);
    expect(await page.evaluate(() => localStorage.getItem('e2e:subscription'))).not.toContain('left');
  });
});

test.describe('Google that refuses', () => {
  test.use({ expectedErrors: /Failed to load resource|Error obtaining token/ });

  test('is asked three times; then the lists are fetched now and then, without the realtime channel', async ({
    page,
    context,
    cloud,
  }) => {
    await allow(context);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    cloud.refuse(3);
    await signIn(page, 'ana');
    await expect.poll(() => errors.join()).toContain('Error obtaining token');
    await bell(page).click();
    await expect(panel(page).getByText('Desligado', { exact: true })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    expect(sockets).toEqual([]);

    cloud.refuse(2);
    await page.reload();
    await (await PushBrowser.of(page)).untilBound();
  });
});

test('a browser without push has the realtime channel, and the portal starts', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await signIn(page, 'ana');
  await bell(page).click();
  await expect(panel(page).getByText('Ao vivo', { exact: true })).toBeVisible();
});

test('the worker is a script that no cache keeps', async ({ request }) => {
  const response = await request.get('/firebase-messaging-sw.js');
  expect(response.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
});
