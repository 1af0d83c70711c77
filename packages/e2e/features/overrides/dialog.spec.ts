import { axeFindings } from '../../portal/axe';
import { switchTheme } from '../../portal/settings';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import {
  developerTest,
  moduleTitle,
  overrideLink,
  overridesBadge,
  storeOverrides,
  titledModule,
} from './developer-test';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

developerTest(
  'the badge lists the overrides and resets them, on the sign-in page and after it',
  async ({ page, portal, workshop }) => {
    const address = `${workshop.url}/orders.js`;
    await storeOverrides(page, portal, { '@module/smsa-local': address, '@module/smsa-dev': address });
    await page.goto('/signin');
    await overridesBadge(page).click();
    await expect(dialog(page).getByRole('listitem')).toHaveText([/@module\/smsa-dev/, /@module\/smsa-local/]);
    await dialog(page).getByRole('button', { name: 'Remover @module/smsa-dev' }).click();
    await expect(dialog(page).getByRole('listitem')).toHaveText([/@module\/smsa-local.*orders\.js/]);
    await page.keyboard.press('Escape');
    await expect(overridesBadge(page)).toHaveText('1 substituição');
    await signIn(page, 'dora', '/smsa-local/');
    await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
    // An ES module, as most development servers send, with the portal's libraries.
    workshop.serves(
      '/orders.js',
      'import { version } from "react"; export const mount = (element) => { element.innerHTML = "<h1>In " + version + "</h1>"; };',
    );
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: /^In 19/ })).toBeVisible();
    await overridesBadge(page).click();
    await button(page, 'Remover todas').click();
    await expect(moduleTitle(page, 'Deployed')).toBeVisible();
    await expect(overridesBadge(page)).toHaveCount(0);
  },
);

developerTest(
  'the full interface has its own styles, by the content policy, and overrides a part of the shell',
  { tag: '@firefox' },
  async ({ page, portal, workshop }) => {
    workshop.serves('/home.js', titledModule('Another home'));
    await storeOverrides(page, portal, { '@module/smsa-dev': `${workshop.url}/orders.js` });
    await signIn(page, 'dora');
    await overridesBadge(page).click();
    await button(page, 'Abrir a interface completa').click();
    await expect(dialog(page).locator('.imo-overrides-table').first()).toHaveCSS('border-collapse', 'collapse');
    await dialog(page).getByLabel('Search modules').fill('@portico/home');
    await dialog(page).getByRole('button', { name: '@portico/home' }).click();
    await dialog(page).getByLabel('Override URL:').fill(`${workshop.url}/home.js`);
    await page.keyboard.press('Enter');
    await expect(overridesBadge(page)).toHaveText('2 substituições');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toContainText('A partir do próximo recarregamento');
    await switchTheme(page, 'dark');
    await page.reload();
    await expect(moduleTitle(page, 'Another home')).toBeVisible();

    // The same interface, as its documentation opens it from the console.
    await page.evaluate('importMapOverrides.enableUI()');
    await expect(page.locator('.imo-trigger')).toHaveCSS('position', 'fixed');
    await page.locator('.imo-trigger').click();
    await button(page, 'Add import map').click();
    const field = page.getByLabel('URL to import map:');
    await field.fill(`${workshop.url}/map.json`);
    await page.keyboard.press('Enter');
    const message = () => field.evaluate((element: HTMLInputElement) => element.validationMessage);
    await expect.poll(message).toContain('no external import maps');
  },
);

developerTest('axe finds nothing in the dialogs and at the badge', async ({ page, portal, workshop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const address = `${workshop.url}/orders.js`;
  const expectNoFindings = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await switchTheme(page, theme);
      expect(await axeFindings(page)).toEqual([]);
    }
  };
  await storeOverrides(page, portal, { '@module/smsa-local': address });
  await page.goto('/signin');
  await expect(overridesBadge(page)).toBeVisible();
  await expectNoFindings();
  await overridesBadge(page).click();
  await expect(dialog(page)).toBeVisible();
  await expectNoFindings();
  await page.goto(overrideLink('@module/smsa-dev', address));
  await expect(button(page, 'Usar')).toBeVisible();
  await expectNoFindings();
});

developerTest('at 320 px the badge covers nothing, and the dialogs fit', async ({ page, portal, workshop }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  const address = `${workshop.url}/a-folder-with-a-long-name/another-one/orders.js`;
  await storeOverrides(page, portal, { '@module/smsa-local': address });
  const expectFit = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await signIn(page, 'dora');
  for (const [path, heading] of [
    ['/profile#personal-data', 'Perfil'],
    ['/smsa/', 'Chamados'],
    ['/404', 'Esta página não existe'],
    ['/', 'Olá, Dora'],
  ] as const) {
    await page.evaluate((address) => history.pushState({}, '', address), path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(overridesBadge(page)).toBeVisible();
    // The end of the page moves while the screen is still growing.
    const covered = () =>
      overridesBadge(page).evaluate((element) => {
        scrollTo(0, document.documentElement.scrollHeight);
        const place = element.getBoundingClientRect();
        const overlaps = ({ left, right, top, bottom }: DOMRect) =>
          left < place.right && right > place.left && top < place.bottom && bottom > place.top;
        return [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
          .filter((control) => overlaps(control.getBoundingClientRect()))
          .map((control) => control.outerHTML);
      });
    await expect(page.locator('.portico-loader:visible')).toHaveCount(0);
    await expect.poll(covered).toEqual([]);
    await expectFit();
  }
  await overridesBadge(page).click();
  for (const control of await dialog(page).getByRole('button').all()) {
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
