import { expect, signIn, test } from '../src';

test('the sign-in form takes two waves: the page, and then everything, each file once', async ({ page, portal }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url().replace(portal.url, ''));
  });
  await page.goto('/signin');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts.length).toBeLessThanOrEqual(10);
  // Every one of them was asked for by the page itself, before any script had run.
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => new URL(href).pathname),
  );
  expect(scripts.filter((script) => !preloaded.includes(script))).toEqual([]);
  // No call to the API stands between the page and the form.
  expect(
    await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length,
    ),
  ).toBe(0);
});

test.describe('with no script of the shell', () => {
  test.use({ expectedErrors: /Failed to load resource|SystemJS/ });

  test('a dark theme is there before the first paint', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('portico:theme', 'dark'));
    await page.route('**/@portico/**', (route) => route.abort());
    await page.goto('/signin', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  });
});

test('the menus come after sign-in, and not before they are wanted', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/signin');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(scripts.some((url) => url.includes('menus'))).toBe(false);
  await signIn(page, 'ana');
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await expect(page.getByRole('menuitem', { name: 'SMSA', exact: true })).toBeVisible();
});
