import { holdRequests } from '../../portal/hold-requests';
import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

test('one loader stays in the centre of the content until the module is on screen', async ({ page, modules }) => {
  const file = '/module.js';
  modules.serves(file, lifecyclesModule({ mount: heading('First') }));
  await signIn(page, 'dora');
  // The page has to request the session from the API, as after a sign-out in another tab.
  await page.addInitScript(() => localStorage.setItem('portico:auth:stamp', 'signed-out'));
  await page.addInitScript(recordLoaders);
  const refresh = await holdRequests(page, '**/api/auth/refresh');
  const module = await holdRequests(page, `**${file}`);
  const mount = `await new Promise((resolve) => (window.finishMount = resolve)); ${heading('Mounted')}`;
  modules.serves(file, lifecyclesModule({ mount }));

  await page.goto('/smsa-local/');
  await refresh.isAsked;
  await expectLoader(page);
  refresh.release();
  await module.isAsked;
  await expectLoader(page);
  module.release();
  await page.waitForFunction(() => 'finishMount' in window);
  await expectLoader(page);
  await page.evaluate(() => Reflect.get(window, 'finishMount')());
  await expect(page.getByRole('heading', { name: 'Mounted' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'offsets'))).toEqual(['0 0']);
});

/** Records in every frame the distance of each visible loader from the centre of the content. */
function recordLoaders(): void {
  const offsets: string[] = [];
  Object.assign(window, { offsets });
  const record = () => {
    const content = document.querySelector('#portico-content')?.getBoundingClientRect();
    const top = document.querySelector('.portico-strip')?.getBoundingClientRect().bottom ?? 0;
    const loaders = [...document.querySelectorAll('.portico-loader')].map((loader) => loader.getBoundingClientRect());
    const visible = loaders.filter(({ height }) => height > 0);
    for (const { left, right, top: loaderTop, bottom } of content ? visible : []) {
      const x = (left + right) / 2 - document.documentElement.clientWidth / 2;
      const y = (loaderTop + bottom) / 2 - (top + (content?.bottom ?? 0)) / 2;
      const offset = visible.length > 1 ? `${visible.length} loaders` : `${Math.round(x)} ${Math.round(y)}`;
      if (!offsets.includes(offset)) offsets.push(offset);
    }
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}

/** Waits until the loader has been drawn, and recorded. */
async function expectLoader(page: Page): Promise<void> {
  await expect(page.locator('.portico-loader:visible')).toHaveCount(1);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
