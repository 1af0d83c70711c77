import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { saveFile } from '../../portal/save-file';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { watchTopics } from '../notifications/broker-sockets';
import { openLive } from '../notifications/notification-panel';
import { PushBrowser } from './push-browser';
import { firebaseConfiguration } from './push-cloud';
import { signInForPush, pushTest as test } from './push-test';

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

test('the first and the second visit, and a visit with another worker, have a token', async ({ page, cloud }) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const subscription = await page.evaluate(() => JSON.parse(localStorage.getItem('e2e:subscription') ?? '{}'));
  expect(Buffer.from(subscription.serverKey, 'base64')).toEqual(
    Buffer.from(firebaseConfiguration.vapidKey, 'base64url'),
  );
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
