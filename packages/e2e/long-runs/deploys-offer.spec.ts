import {
  acceptUpdate,
  advanceClock,
  afterMapRequest,
  closeOffer,
  deepAddress,
  deployVersion,
  openCounted,
  openDetails,
  removeVersion,
  deploysTest as test,
  updateOffer,
  versionDetails,
  versionTitle,
  waitForMapRequest,
} from '../features/deploys/deploys-test';
import { leave, leaveQuestion, noteField, stay } from '../features/unsaved-changes/unsaved-changes';
import { expect } from '../portal/test';

test('a module that has not loaded yet loads from its new address when the old one is gone', async ({
  page,
  portal,
  modules,
}) => {
  const loads = await openCounted(page, '/');
  await deployVersion(portal, modules, 'smsa-local', 2);
  removeVersion(modules, 'smsa-local', 1);
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(versionTitle(page, 2)).toBeVisible();
  await openDetails(page);
  await expect(versionDetails(page, 2)).toBeVisible();
  expect(loads.count).toBe(0);
});

test('the new version of the open module is offered once; another module updates when it is opened', async ({
  page,
  portal,
  modules,
}) => {
  await page.clock.install();
  const loads = await openCounted(page, '/smsa-dev/');
  await expect(versionTitle(page, 1)).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(versionTitle(page, 1)).toBeVisible();

  await deployVersion(portal, modules, 'smsa-dev', 2);
  await waitForMapRequest(page);
  await expect(updateOffer(page, 'SMSA dev')).toHaveCount(0);
  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.getByRole('main').locator('a[href="/smsa-dev/"]').click();
  await expect(updateOffer(page, 'SMSA dev')).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(updateOffer(page, 'SMSA dev')).toHaveCount(0);
  await page.goBack();
  await closeOffer(page, 'SMSA dev');
  await waitForMapRequest(page);
  await expect(updateOffer(page, 'SMSA dev')).toHaveCount(0);
  expect(loads.count).toBe(0);
});

test('accepting the offer asks about unsaved changes, and reloads the same address', async ({
  page,
  portal,
  modules,
}) => {
  await page.clock.install();
  const loads = await openCounted(page);
  await noteField(page).fill('half-typed');
  await deployVersion(portal, modules, 'smsa-local', 2);
  await waitForMapRequest(page);
  await acceptUpdate(page);
  await expect(leaveQuestion(page)).toBeVisible();
  await stay(page);
  await expect(noteField(page)).toHaveValue('half-typed');
  expect(loads.count).toBe(0);
  // The second offer appears while the toast of the first is still leaving.
  await expect(async () => {
    await updateOffer(page).last().getByRole('button', { name: 'Atualizar' }).click({ timeout: 1_000 });
    await expect(leaveQuestion(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await leave(page);
  await expect(versionTitle(page, 2)).toBeVisible();
  await expect(page).toHaveURL(deepAddress);
  expect(loads.count).toBe(1);
});

test('a hidden page does not request the map, and requests it once when it is visible again', async ({ page }) => {
  await page.clock.install();
  let looks = 0;
  page.on('request', (request) => {
    if (request.url().includes('/import-map.json')) looks += 1;
  });
  await openCounted(page, '/');
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  const turn = (value: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, value);
  await waitForMapRequest(page);
  await turn('hidden');
  const before = looks;
  for (let step = 0; step < 9; step += 1) await advanceClock(page, 20_000);
  expect(looks).toBe(before);
  await afterMapRequest(page, () => turn('visible'));
  expect(looks).toBe(before + 1);
});

test('the shell reloads when one of its files is gone', async ({ page, portal }) => {
  const loads = await openCounted(page, '/');
  const { imports } = await (await page.request.get('/import-map.json')).json();
  const profile: string = imports['@portico/profile'];
  // The same file by another address.
  await portal.deploy({ '@portico/profile': `${profile}?2` });
  await page.route(`**${profile}`, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await expect(page).toHaveURL('/profile');
  expect(loads.count).toBe(1);
});
