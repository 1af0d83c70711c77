import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { bell, countUnread, openLive, toasts, waitForUnread } from '../notifications/notification-panel';
import { PushBrowser } from './push-browser';
import { sendPush, signInForPush, pushTest as test } from './push-test';

test('a push is one toast in the foreground tab, and the badge changes in all tabs', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const other = await context.newPage();
  await other.goto('/');
  await PushBrowser.attach(other);
  await bell(other).waitFor();
  await page.bringToFront();
  const unread = await waitForUnread(page, portal, 'ana');

  const message = { title: 'Chamado respondido', redirect: '/smsa/7' };
  const data = await sendPush({ portal, cloud }, token, 'ana', message);
  await browser.deliver(data);
  await expect(toasts(page)).toContainText(['Chamado respondido']);
  for (const tab of [page, other]) await expect.poll(() => countUnread(tab)).toBe(unread + 1);
  await expect(toasts(other)).toHaveCount(0);
  expect(await browser.notifications()).toEqual([]);
  // The push service may deliver twice.
  await browser.deliver(data);
  await expect(toasts(page)).toHaveCount(1);
  expect(await browser.notifications()).toEqual([]);
});

test('a browser without push uses the realtime channel, and the portal starts', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await signIn(page, 'ana');
  await openLive(page);
});
