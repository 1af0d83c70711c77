import { startSession } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { moduleTitle, storeOverrides, titledModule } from '../overrides/developer-test';

test('a production page makes the same requests with any stored override and query', async ({
  page,
  modules,
  portal,
}) => {
  modules.serves('/module.js', titledModule('Deployed'));
  modules.serves('/other.js', titledModule('Another one'));
  await startSession(page, 'dora');
  const visit = async (path: string) => {
    const requests = new Set<string>();
    const note = (request: { url(): string; isNavigationRequest(): boolean }) =>
      requests.add(request.isNavigationRequest() ? 'the page' : request.url());
    page.on('request', note);
    await page.goto('about:blank');
    // The last request: the first realtime connection requests the live map.
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
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await expect(page.getByRole('menuitem', { name: 'Encerrar sessão' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Desenvolvedor' })).toHaveCount(0);
});
