import { moduleTitle, overrideLink, developerTest as test } from '../../features/overrides/developer-test';
import { publishedModule, publishFiles } from '../../features/publishing/publishing-test';
import { readTeam } from '../../portal/build-team';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';

const name = `@module/${publishedModule}`;

async function override(page: Page, address: string): Promise<void> {
  await signIn(page, 'dora', `/${publishedModule}/`);
  await expect(moduleTitle(page, 'Deployed')).toBeVisible();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, overrideLink(name, address).slice(1));
  await page.getByRole('dialog').getByRole('button', { name: 'Usar' }).click();
}

for (const { team, title } of [
  { team: 'rspack-federation', title: 'Rspack federation' },
  { team: 'vite-federation', title: 'Vite federation' },
]) {
  test(`the manifest of ${team} replaces the deployed module`, async ({ page, workshop }) => {
    workshop.servesFolder(`/${team}`, await readTeam(team));
    await override(page, `${workshop.url}/${team}/mf-manifest.json`);
    await expect(moduleTitle(page, title)).toBeVisible();
    await page.getByRole('button', { name: 'Count is 0' }).click();
    await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible();
  });
}

test('an overridden module may use everything that the operator allows it, declared or not', async ({
  page,
  workshop,
}) => {
  const empty = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])';
  const mount = `const compiled = await WebAssembly.compile(${empty}).then(() => 'compiled', () => 'blocked');
    element.innerHTML = '<h1>' + compiled + '</h1>';`;
  workshop.serves('/wasm.js', lifecyclesModule({ mount }));
  await override(page, `${workshop.url}/wasm.js`);
  await expect(moduleTitle(page, 'compiled')).toBeVisible();
});

test("the federation's browser tools find live and overridden modules", async ({ page, portal, workshop }) => {
  const version = await publishFiles(portal, 'smsa-dev', await readTeam('vite-federation'));
  const address = `${workshop.url}/orders.js`;
  await override(page, address);
  await expect(moduleTitle(page, 'From the workshop')).toBeVisible();
  const manifest = `${portal.url}/modules/smsa-dev/${version}/mf-manifest.json`;
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, '__FEDERATION__')?.moduleInfo))
    .toMatchObject({
      portico: {
        remotesInfo: { 'smsa-dev': { matchedVersion: manifest }, [publishedModule]: { matchedVersion: address } },
      },
      [`smsa-dev:${manifest}`]: { remoteEntry: 'remoteEntry.js', remoteEntryType: 'module' },
    });
});
