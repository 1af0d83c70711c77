import { buildModule, expect, heading, lifecyclesModule, signIn, test } from '../src';

const file = '/broken/module.js';

test.use({
  moduleFiles: { 'smsa-local': file, welcome: '/welcome/module.js' },
  configuration: { moduleTimeout: 3_000 },
  // What the browser and the shell log about a module that fails is the point of these tests.
  expectedErrors: /\[portico\] @module\/smsa-local|thrown in render/,
});

const startFailed = /^Ele encontrou um erro ao iniciar\./;
const cases = [
  ['load-throws', /^O endereço dele não respondeu como esperado\./],
  ['wrong-exports', /^O que está no endereço dele não é um módulo deste portal\./],
  ['bootstrap-rejects', startFailed],
  ['mount-rejects', startFailed],
  ['mount-hangs', /^Ele não iniciou em 3 segundos\./],
  ['render-throws', startFailed],
] as const;

test('a module that fails in whatever way has its panel, and the rest of the portal works', async ({
  page,
  modules,
}) => {
  modules.serves('/welcome/module.js', lifecyclesModule({ mount: heading('In good health') }));
  await signIn(page, 'dora');
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
      // The fault is mended, and seen to be by another try.
      modules.serves(file, lifecyclesModule({ mount: heading(`Mended: ${name}`) }));
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByRole('heading', { name: `Mended: ${name}` })).toBeVisible();
      await page.getByRole('button', { name: 'Aplicações' }).click();
      await page.getByRole('menuitem', { name: 'Welcome' }).click();
      await expect(page.getByRole('heading', { name: 'In good health' })).toBeVisible();
      await expect(panel).toHaveCount(0);
    });
  }
});

test('with every host of modules but one down, the shell and that one module work', async ({
  page,
  portal,
  modules,
}) => {
  // One of the others does not answer at all.
  await page.route(`${portal.modulesUrl}/**`, (route) => route.fulfill({ status: 404 }));
  modules.hangs(file);
  modules.serves('/welcome/module.js', lifecyclesModule({ mount: heading('In good health') }));
  await signIn(page, 'dora', '/welcome/');
  await expect(page.getByRole('heading', { name: 'In good health' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('main').locator('a[href="/smsa/"]')).toBeVisible();
});
