import { fillSignIn, signIn, signOut } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { toasts } from '../notifications/notification-panel';
import { firebaseConfiguration } from './push-cloud';
import { hidePage, sendPush, signInForPush, pushTest as test } from './push-test';

test('signing out ends push, and the next user gets no pushes of the previous user', async ({
  page,
  context,
  portal,
  cloud,
}) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const data = await sendPush({ portal, cloud }, token, 'ana', { title: 'Para Ana' });
  await hidePage(context);
  await browser.deliver(data);
  await expect.poll(async () => (await browser.notifications()).length).toBe(1);
  await page.bringToFront();

  const unbinding = page.waitForRequest((request) => request.method() === 'DELETE' && /register$/.test(request.url()));
  await signOut(page);
  expect((await unbinding).postDataJSON()).toEqual({ token });
  await expect.poll(() => browser.notifications()).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('e2e:subscription'))).toBeNull();
  await browser.deliver(data);

  await fillSignIn(page, 'bruno@portico.test');
  const next = await browser.waitUntilBound();
  expect(next).not.toBe(token);
  await browser.deliver(data);
  expect(await browser.notifications()).toEqual([]);
  await expect(toasts(page)).toHaveCount(0);
});

test.describe('a sign-out without a network', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('completes before the next user gets pushes', async ({ page, context }) => {
    const { browser, token } = await signInForPush(page, 'ana');
    await context.route('**/api/**', (route) => route.abort());
    await signOut(page);
    await expect.poll(() => browser.token()).toBeUndefined();
    // As if the tab was closed before the call.
    await page.evaluate(
      (serverKey) => {
        const left = { endpoint: 'https://push.test/left', serverKey };
        localStorage.setItem('e2e:subscription', JSON.stringify(left));
      },
      firebaseConfiguration.vapidKey.replaceAll('-', '+').replaceAll('_', '/'),
    );
    await context.unroute('**/api/**');
    await signIn(page, 'bruno', '/signin');
    expect(await browser.waitUntilBound()).not.toBe(token);
    expect(await page.evaluate(() => localStorage.getItem('e2e:subscription'))).not.toContain('left');
  });
});
