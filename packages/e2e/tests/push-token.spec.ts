import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  allowNotifications,
  expect,
  expectStatus,
  firebaseConfiguration,
  openLive,
  openPanel,
  PushBrowser,
  sendPush,
  signIn,
  signInForPush,
  pushTest as test,
  toasts,
} from '../src';

const workerFile = path.resolve(import.meta.dirname, '../../../dist/firebase-messaging-sw.js');

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
  await openLive(page);
  expect(sockets).toHaveLength(1);

  await context.clearPermissions();
  await expect.poll(() => sockets.length).toBe(2);
  await expect.poll(() => browser.token()).toBeUndefined();
});

test('a first and a second visit, and one with another worker, each have a token', async ({ page, cloud }) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const before = cloud.registrations.length;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await openLive(page);
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
  portal,
  cloud,
}) => {
  const { browser, token: former } = await signInForPush(page, 'dora');
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
  for (const title of ['Só uma vez', 'E mais uma']) await sendPush({ portal, cloud }, token, 'dora', { title });
  const tokens = cloud.pushes.filter(({ data }) => data.title === 'Só uma vez').map(({ token: to }) => to);
  expect(tokens.filter((to) => [former, token].includes(to))).toEqual([token]);
});

test.describe('Google that refuses', () => {
  test.use({ expectedErrors: /Failed to load resource|Error obtaining token/ });

  test('is asked three times; then the lists are fetched now and then, without the realtime channel', async ({
    page,
    context,
    cloud,
  }) => {
    await allowNotifications(context);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    cloud.refuse(3);
    await signIn(page, 'ana');
    await expect.poll(() => errors.join()).toContain('Error obtaining token');
    await openPanel(page);
    await expectStatus(page, 'Desligado');
    await expect(toasts(page)).toHaveCount(0);
    expect(sockets).toEqual([]);

    cloud.refuse(2);
    await page.reload();
    await (await PushBrowser.of(page)).untilBound();
  });
});

test('the worker is a script that no cache keeps', async ({ request }) => {
  const response = await request.get('/firebase-messaging-sw.js');
  expect(response.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
});
