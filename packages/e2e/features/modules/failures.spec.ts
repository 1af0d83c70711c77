import { buildModule } from '../../portal/build-module';
import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import { startSession } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

const file = '/broken/module.js';

test.use({
  moduleFiles: { 'smsa-local': file, 'smsa-dev': '/smsa-dev/module.js', welcome: '/welcome/module.js' },
  // These tests provoke the messages of the browser and the shell about a failing module.
  expectedErrors: /\[portico\] @module\/smsa|thrown in render|Failed to load resource/,
});

// hosted-application.test.ts tests the failures that the shell itself finds.
const cases = [
  ['load-throws', /^O endereço dele não respondeu como esperado\./],
  ['render-throws', /^Ele encontrou um erro ao iniciar\./],
] as const;

test('a module that fails gets a failure panel, and the rest works, although the hosts of all other modules are down', {
  tag: '@firefox',
}, async ({ page, portal, modules }) => {
  // One host does not answer at all.
  await page.route(`${portal.modulesUrl}/**`, (route) => route.fulfill({ status: 404 }));
  modules.hangs('/smsa-dev/module.js');
  modules.serves('/welcome/module.js', lifecyclesModule({ mount: heading('In good health') }));
  await startSession(page, 'dora');
  for (const [name, sentence] of cases) {
    await test.step(name, async () => {
      modules.serves(file, await buildModule(name));
      await page.goto('/smsa-local/');
      const panel = page.getByRole('alert').filter({ hasText: 'SMSA local não carregou' });
      await expect(panel.getByText(sentence)).toBeVisible();
      await expect(page.getByText('Half of it')).toHaveCount(0);
      await page.getByRole('button', { name: 'Tema escuro' }).click();
      await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
      await page.getByRole('button', { name: 'Tema claro' }).click();
      // Try again uses the repaired module.
      modules.serves(file, lifecyclesModule({ mount: heading(`Fixed: ${name}`) }));
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByRole('heading', { name: `Fixed: ${name}` })).toBeVisible();
      await page.getByRole('button', { name: 'Aplicações' }).click();
      await page.getByRole('menuitem', { name: 'Welcome' }).click();
      await expect(page.getByRole('heading', { name: 'In good health' })).toBeVisible();
      await expect(panel).toHaveCount(0);
    });
  }
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('main').locator('li a[href="/smsa/"]')).toBeVisible();
});
