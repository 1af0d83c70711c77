import { buildContainer, buildModule } from '../portal/build-module';
import { signIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

const react = { requiredVersion: '^19.0.0' };

test.use({
  moduleFiles: {
    smsa: '/smsa/remoteEntry.js',
    hrstudium: '/hrstudium/remoteEntry.js',
    'smsa-dev': '/smsa-dev/module.js',
    'smsa-local': '/smsa-local/remoteEntry.js',
  },
  expectedErrors: /\[portico\] @module\/smsa-local: ModuleFailure: Unsatisfied version/,
});

test('modules with the same React, an older one, and their own major version work side by side', async ({
  page,
  modules,
}) => {
  modules.servesFolder('/smsa', await buildContainer('same-react', { key: 'smsa', react }));
  modules.servesFolder('/hrstudium', await buildContainer('older-react', { key: 'hrstudium', react }));
  modules.serves('/smsa-dev/module.js', await buildModule('own-react-18', { bundlesReact: true }));
  await signIn(page, 'dora');
  for (const [key, version] of [
    ['smsa', '19.3'],
    ['hrstudium', '19.3'],
    ['smsa-dev', '18.3'],
    ['smsa', '19.3'],
  ] as const) {
    await page.getByRole('main').locator(`a[href="/${key}/"]`).click();
    await expect(
      page.getByRole('heading', { name: new RegExp(`^React ${version}\\.\\d+, hooks work$`) }),
    ).toBeVisible();
    await page.getByRole('banner').locator('a[href="/"]').click();
  }
  // The page does not load the copies that the builds have for portals without React.
  const fetched = modules.requests.filter((file) => file.includes('node_modules'));
  expect(fetched).toEqual([]);
});

test('a module that needs another React than the portal’s shows the name and the version', async ({
  page,
  modules,
}) => {
  const strict = { requiredVersion: '^18.2.0', strictVersion: true };
  modules.servesFolder('/smsa-local', await buildContainer('same-react', { key: 'smsa-local', react: strict }));
  await signIn(page, 'dora', '/smsa-local/');
  await expect(page.getByRole('heading', { name: 'SMSA local não carregou' })).toBeVisible();
  await expect(page.getByText(/^Ele precisa de react\S* \^18\.2\.0, e este portal tem 19\.\d+\.\d+\./)).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
});
