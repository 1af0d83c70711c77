import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test.use({
  expectedErrors: /\[portico\] @module\/welcome: ModuleFailure: not-installed/,
});

test('an app that is not in the import map is shown as not installed', async ({ page, portal }) => {
  await portal.deploy({ '@module/welcome': undefined });
  await signIn(page, 'dora', '/welcome');
  await expect(page.getByRole('heading', { name: 'Welcome não está instalado' })).toBeVisible();
});
