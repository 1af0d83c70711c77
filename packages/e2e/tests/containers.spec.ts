import { buildContainer, expect, type Page, signIn, test } from '../src';

const react = { requiredVersion: '^19.0.0' };

test.use({ moduleFiles: { smsa: '/smsa/remoteEntry.js', 'smsa-dev': '/smsa-dev/remoteEntry.js' } });

async function expectChunksOf(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Part of ${key}`, exact: true })).toBeVisible();
  const picture = page.getByRole('img', { name: `Square of ${key}`, exact: true });
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(20);
}

test('two builds whose chunks have the same names coexist, each with its own from its own place', async ({
  page,
  modules,
}) => {
  // Other scripts set globals all the while, as those of analytics do; SystemJS would take the last one for the module.
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
    await expectChunksOf(page, key);
    await page.getByRole('banner').locator('a[href="/"]').click();
  }
  for (const key of ['smsa', 'smsa-dev']) {
    expect(modules.requests.filter((file) => file === `/${key}/part.js`)).toHaveLength(1);
    expect(modules.requests).toContain(`/${key}/picture.svg`);
  }
});

/** A container by hand, that counts its initialisations and fails in the first of them if it is told to. */
const counting = `
  var smsa = {
    init: function () {
      window.initialisations = (window.initialisations || 0) + 1;
      if (window.initialisationFails) { window.initialisationFails = false; throw new Error('not yet'); }
    },
    get: async function () {
      return function () { return { mount: function (element) { element.innerHTML = '<h1>Counted</h1>'; return function () {}; } }; };
    },
  };`;

const initialisations = (page: Page) => page.evaluate(() => Reflect.get(window, 'initialisations'));

test('a container is initialised once, however often and fast it is opened', async ({ page, modules }) => {
  modules.serves('/smsa/remoteEntry.js', counting);
  await signIn(page, 'dora');
  // Opened, left and opened again before it has loaded.
  await page.evaluate(() => {
    for (const path of ['/smsa/', '/', '/smsa/']) history.pushState({}, '', path);
  });
  const counted = page.getByRole('heading', { name: 'Counted' });
  await expect(counted).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(counted).toHaveCount(0);
  await page.goBack();
  await expect(counted).toBeVisible();
  expect(await initialisations(page)).toBe(1);
});

test.describe('a container whose initialisation failed', () => {
  test.use({ expectedErrors: /\[portico\] @module\/smsa: ModuleFailure: not yet/ });

  test('is initialised again by another try', async ({ page, modules }) => {
    modules.serves('/smsa/remoteEntry.js', counting);
    await page.addInitScript(() => Reflect.set(window, 'initialisationFails', true));
    await signIn(page, 'dora', '/smsa/');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { name: 'Counted' })).toBeVisible();
    expect(await initialisations(page)).toBe(2);
  });
});
