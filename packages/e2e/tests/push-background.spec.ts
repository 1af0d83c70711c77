import { expect, lookAway, sendPush, signInForPush, pushTest as test, toasts, unreadOf } from '../src';

test('behind other windows it is one notification of the system, which opens where it leads', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const unread = await unreadOf(page);
  await lookAway(context);
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
  portal,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'dora');
  const unread = await unreadOf(page);
  await page.goto('about:blank');
  await browser.deliver(await sendPush({ portal, cloud }, token, 'dora', { title: 'Em casa', redirect: '/smsa/9' }));
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
  const { browser } = await signInForPush(page, 'ana');
  await lookAway(context);
  await browser.deliver({ id: '1', title: 'De Bruno', recipient: 'bruno' });
  for (const text of ['', '{', '{"data":{"id":1}}', 'null']) await browser.deliver(text);
  await expect
    .poll(() => browser.notifications())
    .toEqual([{ title: 'Você tem uma nova notificação', body: '', tag: 'notification:', icon: '' }]);
});
