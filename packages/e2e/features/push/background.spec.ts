import { expect } from '../../portal/test';
import { countUnread, toasts, waitForUnread } from '../notifications/notification-panel';
import { hidePage, sendPush, signInForPush, pushTest as test } from './push-test';

test('a push to a tab in the background, or without a tab, shows one system notification, which opens its address', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const unread = await waitForUnread(page, portal, 'ana');
  await hidePage(context);
  const data = await sendPush({ portal, cloud }, token, 'ana', {
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
        icon: `${portal.url}/media/apps/smsa/notification.png`,
      },
    ]);
  await expect.poll(() => countUnread(page)).toBe(unread + 1);
  await expect(toasts(page)).toHaveCount(0);

  expect(await browser.click()).toEqual([`open ${portal.url}/smsa/7?tab=1`]);
  expect(await browser.notifications()).toEqual([]);
  await expect.poll(() => countUnread(page)).toBe(unread);

  // The tab has navigated there since it was opened.
  await page.evaluate(() => history.pushState({}, '', '/smsa/7?tab=1'));
  await browser.deliver(data);
  await expect.poll(async () => (await browser.notifications()).length).toBe(1);
  expect(await browser.click()).toEqual([expect.stringMatching(/^focus /)]);

  // Without an open tab, the portal marks the notification as read when it opens.
  await page.goto('about:blank');
  await browser.deliver(await sendPush({ portal, cloud }, token, 'ana', { title: 'Em casa', redirect: '/smsa/9' }));
  await expect(async () => expect(await browser.click()).toEqual([`open ${portal.url}/smsa/9`])).toPass();
  const marked = page.waitForRequest((request) => request.method() === 'PATCH' && /notifications$/.test(request.url()));
  await page.goto(`${portal.url}/`);
  await marked;
  await expect.poll(() => countUnread(page)).toBe(unread);
});
