import { buildContainer } from '../../portal/build-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

const react = { requiredVersion: '^19.0.0' };

test.use({ moduleFiles: { smsa: '/smsa/remoteEntry.js', 'smsa-dev': '/smsa-dev/remoteEntry.js' } });

async function expectChunks(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Part of ${key}`, exact: true })).toBeVisible();
  const picture = page.getByRole('img', { name: `Square of ${key}`, exact: true });
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(20);
}

test('two builds whose chunks have the same names each load their own', async ({ page, modules }) => {
  // Scripts such as analytics set globals at any time; SystemJS would take the last global for the module.
  await page.addInitScript(() => {
    let count = 0;
    setInterval(() => Reflect.set(window, `of_another_script_${count++ % 50}`, { init() {}, get() {} }));
  });
  for (const key of ['smsa', 'smsa-dev']) {
    modules.servesFolder(`/${key}`, await buildContainer('chunks', { key, react }));
  }
  await signIn(page, 'dora');
  for (const key of ['smsa', 'smsa-dev', 'smsa']) {
    await page.getByRole('main').locator(`a[href="/${key}/"]`).click();
    await expectChunks(page, key);
    await page.getByRole('banner').locator('a[href="/"]').click();
  }
  for (const key of ['smsa', 'smsa-dev']) {
    expect(modules.requests.filter((file) => file === `/${key}/part.js`)).toHaveLength(1);
    expect(modules.requests).toContain(`/${key}/picture.svg`);
  }
});
