import { callOperator } from '../../portal/call-operator';
import { fillSignIn, signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import {
  developerTest,
  moduleTitle,
  overrideLink,
  overridesBadge,
  plantOverride,
  storedOverrideKeys,
} from './developer-test';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

developerTest.describe('the link of portico dev', () => {
  // The overridden module has no logo.
  developerTest.use({ expectedErrors: /apps\/novo\/logo\.png/ });

  developerTest(
    'starts at the sign-in page, and the module runs from it alone, without the overrides stored before',
    async ({ page, workshop }) => {
      await plantOverride(page, '@module/smsa-dev', `${workshop.url}/planted.js`);
      await page.goto(overrideLink('@module/smsa-local', `${workshop.url}/orders.js`));
      await expect(dialog(page)).toContainText('@module/smsa-local');
      await expect(dialog(page)).toContainText(`${workshop.url}/orders.js`);
      await expect(page).toHaveURL('/signin');
      await button(page, 'Usar').click();
      await expect(overridesBadge(page)).toHaveText('1 substituição');
      expect(await storedOverrideKeys(page)).toEqual(['import-map-override:@module/smsa-local']);
      await fillSignIn(page, 'dora@portico.test');
      await button(page, 'Menu da conta').waitFor();
      await page.locator('a[href="/smsa-local/"]').click();
      await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
      await expect(overridesBadge(page)).toBeVisible();
    },
  );

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

  developerTest(
    'adds a module that the import map lacks, for its users and on its public pages',
    async ({ page, portal, workshop, user }) => {
      await page.goto(overrideLink('@module/novo', `${workshop.url}/orders.js`));
      await button(page, 'Usar').click();
      await expect(overridesBadge(page)).toBeVisible();
      await page.goto('/novo/portal');
      await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
      await callOperator(portal, 'PUT', `operator/tenants/smsa/apps/novo/users/${user.email}`, {
        name: 'Novo',
        new: true,
      });
      await signIn(page, user, '/novo/');
      await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
    },
  );
});
