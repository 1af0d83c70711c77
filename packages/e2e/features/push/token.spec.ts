import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { saveFile } from '../../portal/save-file';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { watchTopics } from '../notifications/broker-sockets';
import { expectStatus, openLive, openPanel, toasts } from '../notifications/notification-panel';
import { PushBrowser } from './push-browser';
import { firebaseConfiguration } from './push-cloud';
import { allowNotifications, sendPush, signInForPush, pushTest as test } from './push-test';

const workerFile = path.resolve(import.meta.dirname, '../../../../dist/firebase-messaging-sw.js');

test('push does not ask for permission, starts once it is granted, and stops when it is revoked', async ({
  page,
  context,
  portal,
}) => {
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.reject(new Error('Nobody has clicked.'));
  });
  const topics = watchTopics(page);
  const topic = 'notification-ana@portico.test';
  await signIn(page, 'ana');
  const browser = await PushBrowser.attach(page);
  await expect.poll(() => topics.has(topic)).toBe(true);
  expect(await browser.token()).toBeUndefined();

  await context.grantPermissions(['notifications'], { origin: portal.url });
  await browser.waitUntilBound();
  await openLive(page);
  await expect.poll(() => topics.has(topic)).toBe(false);

  await context.clearPermissions();
  await expect.poll(() => topics.has(topic)).toBe(true);
  await expect.poll(() => browser.token()).toBeUndefined();
});

test('the first visit, the second visit, and a visit with another worker each have a token', async ({
  page,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const before = cloud.registrations.length;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await openLive(page);
  expect(await browser.token()).toBe(token);
  // A valid token costs no call and does not load the SDK.
  expect(calls).not.toContain('POST /api/notifications/register');
  expect(calls.filter((call) => call.includes('/firebase.'))).toEqual([]);

  const worker = await readFile(workerFile, 'utf8');
  await saveFile(workerFile, `${worker}\n// newer`);
  try {
    await page.evaluate(() => caches.delete('portico:push'));
    await page.reload();
    await browser.waitUntilBound();
  } finally {
    await saveFile(workerFile, worker);
  }
  expect(cloud.registrations.slice(before).filter((method) => method === 'POST').length).toBeLessThanOrEqual(1);
});

test.describe('a page with another key', () => {
  // Chromium does not let it connect to this machine.
  test.use({ expectedErrors: /LOCAL_NETWORK_ACCESS|Erro ao conectar MQTT/ });

  test('replaces the subscription and the token at the server', async ({ page, portal, cloud }) => {
    const { browser, token: former } = await signInForPush(page, 'dora');
    const key = `B${'B'.repeat(85)}A`;
    await page.route(`${portal.url}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(firebaseConfiguration.vapidKey, key);
      await route.fulfill({ response, body });
    });
    const isUnregistered = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().endsWith('/api/notifications/register'),
    );
    await page.reload();
    await expect.poll(() => browser.token()).not.toBe(former);
    const token = await browser.waitUntilBound();
    expect(token).not.toBe(former);
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('e2e:subscription') ?? '{}').serverKey))
      .toBe(key.replaceAll('-', '+').replaceAll('_', '/').concat('='));
    await (await isUnregistered).finished();
    // Once the second one has arrived, the first one has been sent to all tokens.
    for (const title of ['Só uma vez', 'E mais uma']) await sendPush({ portal, cloud }, token, 'dora', { title });
    const tokens = cloud.pushes.filter(({ data }) => data.title === 'Só uma vez').map(({ token: to }) => to);
    expect(tokens.filter((to) => [former, token].includes(to))).toEqual([token]);
  });
});

test.describe('a push service that refuses', () => {
  test.use({ expectedErrors: /Failed to load resource|Error obtaining token/ });

  test('is asked three times; then the lists are polled, without the realtime channel', async ({
    page,
    context,
    cloud,
  }) => {
    await allowNotifications(context);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const topics = watchTopics(page);
    cloud.refuse(3);
    await signIn(page, 'ana');
    await expect.poll(() => errors.join()).toContain('Error obtaining token');
    await openPanel(page);
    await expectStatus(page, 'Desligado');
    await expect(toasts(page)).toHaveCount(0);
    expect(topics.has('notification-ana@portico.test')).toBe(false);

    cloud.refuse(2);
    await page.reload();
    await (await PushBrowser.attach(page)).waitUntilBound();
  });
});
