import { expect, signIn, test } from '../src';

test.use({
  portalName: 'without welcome',
  expectedErrors: /\[portico\] @module\/welcome: ModuleFailure: not-installed/,
});

test('an app that the import map lacks is said not to be installed', async ({ page, portal }) => {
  await portal.deploy({ '@module/welcome': undefined });
  await signIn(page, 'dora', '/welcome');
  await expect(page.getByRole('heading', { name: 'Welcome não está instalado' })).toBeVisible();
});
