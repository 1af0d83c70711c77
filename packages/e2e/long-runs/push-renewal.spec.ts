import { openLive } from '../features/notifications/notification-panel';
import { pushTest, signInForPush } from '../features/push/push-test';
import { expect, type Page } from '../portal/test';

const day = 24 * 60 * 60 * 1000;

const isRegistration = (request: { method(): string; url(): string }) =>
  request.method() === 'POST' && request.url().endsWith('/api/notifications/register');

/** Changes the stored time at which the server accepted the page's token to this many milliseconds ago. */
async function ageToken(page: Page, age: number): Promise<void> {
  await page.evaluate(async (registeredAt) => {
    const store = await caches.open('portico:push');
    const binding = await (await store.match('/portico-push/binding'))?.json();
    binding.registered.registeredAt = registeredAt;
    await store.put('/portico-push/binding', Response.json(binding));
  }, Date.now() - age);
}

pushTest('a token is registered again after seven days, and not before', async ({ page }) => {
  const { browser, token } = await signInForPush(page, 'ana');
  const registrations: unknown[] = [];
  page.on('request', (request) => isRegistration(request) && registrations.push(request.postDataJSON()));

  await ageToken(page, 7 * day - 60_000);
  await page.reload();
  // The panel shows this once push works.
  await openLive(page);
  expect(registrations).toEqual([]);

  await ageToken(page, 7 * day + 1);
  await page.reload();
  await expect.poll(() => registrations).toEqual([{ token }]);
  expect(await browser.waitUntilBound()).toBe(token);
});

pushTest.describe('a session that has expired', () => {
  pushTest.use({ expectedErrors: /status of 401/ });

  pushTest('takes its token along to the next one', async ({ page }) => {
    const { token } = await signInForPush(page, 'ana');
    await page.evaluate(() => fetch('/api/auth/invalidate', { method: 'DELETE' }));
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('E-mail')).toHaveValue('ana@portico.test');
    const registration = page.waitForRequest(isRegistration);
    await dialog.getByLabel('Senha', { exact: true }).fill('portico-demo');
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    expect((await registration).postDataJSON()).toEqual({ token });
  });
});
