import {
  developerTest,
  moduleTitle,
  overridesBadge,
  storedOverrideKeys,
  storeOverrides,
  titledModule,
} from '../../features/overrides/developer-test';
import { axeFindings } from '../../portal/axe';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A module that crashes on a test's command. */
const crashing = `System.register([], (_export) => ({
  execute() {
    _export({
      mount: async ({ element, onCrash }) => { element.textContent = 'It still works'; window.crash = onCrash; },
      unmount: async () => {},
    });
  },
}));`;

developerTest.describe('an override that fails', () => {
  developerTest.use({ expectedErrors: /Failed to load resource|\[portico\] @module\/|boom/ });

  developerTest(
    'names its address and the usual causes, and gives way to what is deployed',
    async ({ page, portal, workshop }) => {
      const address = `${workshop.url}/down.js`;
      workshop.fails('/down.js', 503);
      await storeOverrides(page, portal, {
        '@module/smsa-local': address,
        '@module/smsa-dev': `${workshop.url}/orders.js`,
      });
      await signIn(page, 'dora', '/smsa-local/');
      const content = page.getByRole('main');
      await expect(content.getByText(address)).toBeVisible();
      await expect(content.getByRole('listitem')).toHaveText([/parado/, /rede local/, /Conteúdo misto/]);
      expect(await axeFindings(page)).toEqual([]);
      await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
      await button(page, 'Usar a versão publicada').click();
      await expect(moduleTitle(page, 'Deployed')).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
      await expect(overridesBadge(page)).toHaveText('1 substituição');
      expect(await storedOverrideKeys(page)).toEqual(['import-map-override:@module/smsa-dev']);
      await page.goto('/smsa-dev/');
      await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
      await page.goto('/smsa-local/');
      await expect(moduleTitle(page, 'Deployed')).toBeVisible();
    },
  );

  developerTest(
    'by throwing has no such causes, and another try uses its next build',
    async ({ page, portal, workshop }) => {
      workshop.serves('/faulty.js', lifecyclesModule({ mount: "throw new Error('boom');" }));
      await storeOverrides(page, portal, { '@module/smsa-local': `${workshop.url}/faulty.js` });
      await signIn(page, 'dora', '/smsa-local/');
      await expect(button(page, 'Usar a versão publicada')).toBeVisible();
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
      workshop.serves('/faulty.js', titledModule('Fixed'));
      await button(page, 'Tentar novamente').click();
      await expect(moduleTitle(page, 'Fixed')).toBeVisible();
    },
  );

  developerTest('later gives way to what is deployed as well', async ({ page, portal, workshop }) => {
    workshop.serves('/crashing.js', crashing);
    await storeOverrides(page, portal, { '@module/smsa-local': `${workshop.url}/crashing.js` });
    await signIn(page, 'dora', '/smsa-local/');
    await page.getByText('It still works').waitFor();
    await page.evaluate(() => Reflect.get(window, 'crash')(new Error('boom')));
    await button(page, 'Usar a versão publicada').click();
    await expect(moduleTitle(page, 'Deployed')).toBeVisible();
  });

  developerTest('has nothing to give way to where nothing is deployed', async ({ page, portal, workshop }) => {
    workshop.fails('/down.js', 503);
    await storeOverrides(page, portal, { '@module/new': `${workshop.url}/down.js` });
    await page.goto('/new/portal');
    await expect(page.getByRole('main').getByText(`${workshop.url}/down.js`)).toBeVisible();
    await expect(button(page, 'Tentar novamente')).toBeVisible();
    await expect(button(page, 'Usar a versão publicada')).toHaveCount(0);
  });
});
