import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import {
  chooseDeveloper,
  developerTest,
  moduleTitle,
  overridesBadge,
  storedOverrideKeys,
  storeOverrides,
  titledModule,
} from './developer-test';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('a production page', () => {
  test('makes the same requests with any stored override and query', async ({ page, modules, portal }) => {
    modules.serves('/module.js', titledModule('Deployed'));
    modules.serves('/other.js', titledModule('Another one'));
    await signIn(page, 'dora');
    const visit = async (path: string) => {
      const requests = new Set<string>();
      const note = (request: { url(): string; isNavigationRequest(): boolean }) =>
        requests.add(request.isNavigationRequest() ? 'the page' : request.url());
      page.on('request', note);
      await page.goto('about:blank');
      // The first realtime connection asks for the live map, which is the last request.
      const liveMap = page.waitForResponse('/import-map.json*');
      await page.goto(path);
      await expect(moduleTitle(page, 'Deployed')).toBeVisible();
      await liveMap;
      await page.waitForLoadState('networkidle');
      page.off('request', note);
      return [...requests].sort();
    };
    const before = await visit('/smsa-local/');
    const other = `${modules.url}/other.js`;
    await storeOverrides(page, portal, { '@module/smsa-local': other, react: other, '@portico/home': other });
    await page.evaluate((address) => {
      localStorage.setItem('import-map-overrides-external-maps', JSON.stringify([address]));
      localStorage.setItem('import-map-overrides-dev-libs', 'true');
    }, `${modules.url}/map.json`);
    const query = encodeURIComponent(JSON.stringify({ imports: { '@module/smsa-local': other } }));
    expect(await visit(`/smsa-local/?imo=${query}#portico-override=@module/smsa-local,${other}`)).toEqual(before);
    await expect(dialog(page)).toHaveCount(0);
    await button(page, 'Menu da conta').click();
    await expect(page.getByRole('menuitem', { name: 'Encerrar sessão' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Desenvolvedor' })).toHaveCount(0);
  });
});

developerTest.describe('a browser that has not switched overrides on', () => {
  developerTest('loads nothing for them', async ({ page, workshop }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/signin');
    await page.evaluate(
      (address) => localStorage.setItem('import-map-override:@module/smsa-local', address),
      `${workshop.url}/orders.js`,
    );
    await signIn(page, 'dora', '/smsa-local/');
    await expect(moduleTitle(page, 'Deployed')).toBeVisible();
    expect(requests.filter((url) => /\/(developer|overrides|leaks)\./.test(url))).toEqual([]);
  });

  developerTest('explains overrides in a dialog, and switches them on and off', async ({ page, context }) => {
    await signIn(page, 'dora');
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
  });
});

developerTest(
  'an override whose origin is not exactly an allowed one is removed',
  async ({ page, portal, modules, workshop }) => {
    // Every kind of wrong address is in override-rules.test.ts.
    const addresses = [`${workshop.url}.evil.example/orders.js`, 'javascript:document.title=1'];
    await signIn(page, 'dora');
    workshop.requests.length = 0;
    modules.requests.length = 0;
    for (const address of addresses) {
      await storeOverrides(page, portal, { '@module/smsa-local': address });
      await page.goto('/smsa-local/');
      await expect(moduleTitle(page, 'Deployed')).toBeVisible();
      expect([address, await storedOverrideKeys(page)]).toEqual([address, []]);
    }
    expect(workshop.requests).toEqual([]);
    expect(new Set(modules.requests)).toEqual(new Set(['/module.js']));
  },
);

developerTest('external import maps and the query override nothing', async ({ page, portal, workshop }) => {
  const overriding = { imports: { '@module/smsa-local': `${workshop.url}/orders.js` } };
  workshop.serves('/map.json', JSON.stringify(overriding));
  await storeOverrides(page, portal, {});
  await page.evaluate(
    (address) => localStorage.setItem('import-map-overrides-external-maps', JSON.stringify([address])),
    `${workshop.url}/map.json`,
  );
  await signIn(page, 'dora', `/smsa-local/?imo=${encodeURIComponent(JSON.stringify(overriding))}`);
  await expect(moduleTitle(page, 'Deployed')).toBeVisible();
  expect(workshop.requests).not.toContain('/map.json');
  expect(await storedOverrideKeys(page)).toEqual([]);
});
