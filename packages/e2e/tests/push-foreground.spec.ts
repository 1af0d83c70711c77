import {
  bell,
  expect,
  openLive,
  PushBrowser,
  sendPush,
  signIn,
  signInForPush,
  pushTest as test,
  toasts,
  unreadOf,
} from '../src';

test('a push is one toast in the tab in front, and the badge changes in all', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const other = await context.newPage();
  await other.goto('/');
  await PushBrowser.of(other);
  await bell(other).waitFor();
  await page.bringToFront();
  const unread = await unreadOf(page);

  const message = { title: 'Chamado respondido', redirect: '/smsa/7' };
  const data = await sendPush({ portal, cloud }, token, 'ana', message);
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

test('a browser without push has the realtime channel, and the portal starts', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await signIn(page, 'ana');
  await openLive(page);
});
