import { expect } from '../../portal/test';
import { noteField } from '../unsaved-changes/unsaved-changes';
import {
  acceptUpdate,
  advanceClock,
  afterMapRequest,
  crashedModule,
  deepAddress,
  deployVersion,
  openCounted,
  openDetails,
  removeVersion,
  deploysTest as test,
  updateOffer,
  versionTitle,
} from './deploys-test';

test('a tab whose chunk is deleted reloads once for each deploy, at the same address; then it shows an error', async ({
  page,
  portal,
  modules,
}) => {
  await page.clock.install();
  const loads = await openCounted(page);
  for (const [version, takeAway] of [
    [1, () => removeVersion(modules, 'smsa-local', 1)],
    // This host answers every address with a page.
    [2, () => modules.servesHtml('/local/2/details.js')],
  ] as const) {
    await expect(versionTitle(page, version)).toBeVisible();
    // A page that fails immediately after such a reload does not reload again.
    await advanceClock(page, 11_000);
    await deployVersion(portal, modules, 'smsa-local', version + 1);
    takeAway();
    await openDetails(page);
    await expect(versionTitle(page, version + 1)).toBeVisible();
    await expect(page).toHaveURL(deepAddress);
    expect(loads.count).toBe(version);
  }
  // The newest version also lacks the chunk.
  modules.fails('/local/3/details.js', 404);
  await afterMapRequest(page, () => openDetails(page));
  await expect(crashedModule(page)).toBeVisible();
  await expect(updateOffer(page)).toHaveCount(0);
  expect(loads.count).toBe(2);
});

test('a page with unsaved changes does not reload: it offers the new version', async ({ page, portal, modules }) => {
  const loads = await openCounted(page);
  await noteField(page).fill('half-typed');
  await deployVersion(portal, modules, 'smsa-local', 2);
  removeVersion(modules, 'smsa-local', 1);
  await openDetails(page);
  await expect(updateOffer(page)).toBeVisible();
  expect(loads.count).toBe(0);
  await acceptUpdate(page);
  await expect(versionTitle(page, 2)).toBeVisible();
  await expect(page).toHaveURL(deepAddress);
});

test('a cached page with an old map reloads once; then the user decides', async ({ page, modules }) => {
  const map = await (await page.request.get('/import-map.json')).json();
  map.imports['@module/smsa-local'] = `${modules.url}/local/2/remoteEntry.js`;
  await page.route('/import-map.json*', (route) => route.fulfill({ json: map }));
  await page.clock.install();
  const loads = await openCounted(page);
  await expect(versionTitle(page, 1)).toBeVisible();
  modules.fails('/local/1/details.js', 404);
  await openDetails(page);
  await expect.poll(() => loads.count).toBe(1);
  await expect(versionTitle(page, 1)).toBeVisible();
  await advanceClock(page, 11_000);
  await openDetails(page);
  await expect(updateOffer(page)).toBeVisible();
  expect(loads.count).toBe(1);
});
