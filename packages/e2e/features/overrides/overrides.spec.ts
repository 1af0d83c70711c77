import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import {
  chooseDeveloper,
  developerTest,
  moduleTitle,
  overridesBadge,
  plantOverride,
  storedOverrideKeys,
  storeOverrides,
} from './developer-test';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

developerTest(
  'a browser loads nothing for overrides until they are switched on in a dialog that explains them',
  async ({ page, context, workshop }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await plantOverride(page, '@module/smsa-local', `${workshop.url}/orders.js`);
    await signIn(page, 'dora', '/smsa-local/');
    await expect(moduleTitle(page, 'Deployed')).toBeVisible();
    expect(requests.filter((url) => /\/(developer|overrides)\./.test(url))).toEqual([]);

    await chooseDeveloper(page);
    await expect(dialog(page)).toContainText('somente neste navegador');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Menu da conta')).toBeFocused();
    await chooseDeveloper(page);
    await button(page, 'Ativar').click();
    await expect(dialog(page)).toContainText('Nada está substituído neste navegador.');
    const [cookie] = await context.cookies().then((all) => all.filter(({ name }) => name === 'portico-overrides'));
    expect(cookie).toMatchObject({ value: 'on', path: '/', sameSite: 'Lax' });
    await expect(overridesBadge(page)).toHaveCount(0);
    await button(page, 'Desativar').click();
    await expect(button(page, 'Menu da conta')).toBeVisible();
    await expect(page.locator('script#portico-overrides')).toHaveCount(0);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('portico-overrides');
  },
);

developerTest(
  'an override whose origin is not exactly an allowed one is removed; external import maps and the query override nothing',
  async ({ page, portal, modules, workshop }) => {
    const overriding = { imports: { '@module/smsa-local': `${workshop.url}/orders.js` } };
    workshop.serves('/map.json', JSON.stringify(overriding));
    // override-rules.test.ts tests every kind of wrong address.
    await storeOverrides(page, portal, {
      '@module/smsa-local': `${workshop.url}.evil.example/orders.js`,
      '@module/smsa-dev': 'javascript:document.title=1',
    });
    await page.evaluate(
      (address) => localStorage.setItem('import-map-overrides-external-maps', JSON.stringify([address])),
      `${workshop.url}/map.json`,
    );
    await signIn(page, 'dora', `/smsa-local/?imo=${encodeURIComponent(JSON.stringify(overriding))}`);
    await expect(moduleTitle(page, 'Deployed')).toBeVisible();
    expect(await storedOverrideKeys(page)).toEqual([]);
    expect(workshop.requests).toEqual([]);
    expect(new Set(modules.requests)).toEqual(new Set(['/module.js']));
  },
);
