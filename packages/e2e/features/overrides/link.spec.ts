import { callOperator } from '../../portal/call-operator';
import { fillSignIn, signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { developerTest, moduleTitle, overrideLink, overridesBadge, storedOverrideKeys } from './developer-test';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

developerTest.describe('the link of portico dev', () => {
  // The module that it brings has no logo.
  developerTest.use({ expectedErrors: /apps\/novo\/logo\.png/ });

  developerTest('starts at the sign-in page, and the module runs from the override', async ({ page, workshop }) => {
    await page.goto(overrideLink('@module/smsa-local', `${workshop.url}/orders.js`));
    await expect(dialog(page)).toContainText('@module/smsa-local');
    await expect(dialog(page)).toContainText(`${workshop.url}/orders.js`);
    await expect(page).toHaveURL('/signin');
    await button(page, 'Usar').click();
    await expect(overridesBadge(page)).toHaveText('1 substituição');
    await fillSignIn(page, 'dora@portico.test');
    await button(page, 'Menu da conta').waitFor();
    await page.locator('a[href="/smsa-local/"]').click();
    await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
    await expect(overridesBadge(page)).toBeVisible();
  });

  developerTest('works in an open portal, keeps the address, and can be declined', async ({ page, workshop }) => {
    await signIn(page, 'dora', '/smsa-local/');
    await expect(moduleTitle(page, 'Deployed')).toBeVisible();
    const follow = () =>
      page.evaluate(
        (fragment) => location.assign(fragment),
        overrideLink('@module/smsa-local', `${workshop.url}/orders.js`).slice(1),
      );
    await follow();
    await button(page, 'Cancelar').click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await storedOverrideKeys(page)).toEqual([]);
    await follow();
    await button(page, 'Usar').click();
    await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
    await expect(page).toHaveURL('/smsa-local/');
  });

  developerTest('shows an error for an address that is not allowed', async ({ page, modules }) => {
    await page.goto(overrideLink('@module/smsa-local', `${modules.url}/module.js`));
    await expect(dialog(page)).toContainText('Este link não é permitido');
    await expect(dialog(page).getByRole('button')).toHaveCount(1);
    expect(await page.evaluate(() => document.cookie)).not.toContain('portico-overrides');
  });

  developerTest('switches overrides on without those stored before', async ({ page, workshop }) => {
    await page.goto('/signin');
    await page.evaluate(
      (address) => localStorage.setItem('import-map-override:@module/smsa-dev', address),
      `${workshop.url}/planted.js`,
    );
    await page.goto(overrideLink('@module/smsa-local', `${workshop.url}/orders.js`));
    await button(page, 'Usar').click();
    await expect(overridesBadge(page)).toHaveText('1 substituição');
    expect(await storedOverrideKeys(page)).toEqual(['import-map-override:@module/smsa-local']);
  });

  developerTest(
    'adds a module that the import map lacks, for its users and on its public pages',
    async ({ page, portal, workshop, user }) => {
      await page.goto(overrideLink('@module/novo', `${workshop.url}/orders.js`));
      await button(page, 'Usar').click();
      await expect(overridesBadge(page)).toBeVisible();
      await page.goto('/novo/portal');
      await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
      await callOperator(portal, 'PUT', `operator/tenants/smsa/apps/novo/users/${user.email}`, { name: 'Novo' });
      await signIn(page, user, '/novo/');
      await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
    },
  );
});
