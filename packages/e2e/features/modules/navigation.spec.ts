import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('the address follows a module with a memory router, with one history entry for each move', async ({ page }) => {
  await signIn(page, 'ana', '/hrstudium/');
  await expect(page.getByRole('heading', { level: 1, name: 'Cursos' })).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await page.getByRole('main').getByRole('link').filter({ hasText: /./ }).nth(1).click();
  await expect(page).toHaveURL(/\/hrstudium\/.+/);
  const deep = page.url();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL('/hrstudium/');
  await expect(page.getByRole('heading', { level: 1, name: 'Cursos' })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(deep);
  await page.reload();
  await expect(page).toHaveURL(deep);
});

test.describe('the navigation events', () => {
  test.use({ expectedErrors: /\[portico\] @module\/smsa-local: RangeError/ });

  test('of a module cannot leave its base path, and it receives those of the shell and not its own', async ({
    page,
    modules,
  }) => {
    modules.serves(
      '/module.js',
      lifecyclesModule({
        mount: `${heading('Mine')} window.told = []; portal.subscribe('container:navigated', (path) => window.told.push(path));`,
      }),
    );
    await signIn(page, 'dora', '/smsa-local/');
    await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
    for (const path of [
      '/profile',
      '//evil.test',
      'https://evil.test',
      '/smsa-local/../profile',
      '/smsa-localx',
      'smsa-local',
      42,
    ]) {
      await page.evaluate((detail) => dispatchEvent(new CustomEvent('module:navigated', { detail })), path);
    }
    await page.evaluate(() =>
      dispatchEvent(new CustomEvent('module:navigated', { detail: '/smsa%2Dlocal/there?x=1' })),
    );
    await expect(page).toHaveURL('/smsa-local/there?x=1');
    await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/smsa-local/');
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'told'))).toEqual(['/smsa-local/']);
  });
});
