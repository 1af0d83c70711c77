import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { change, fallbackToast, publishFiles, unfitFiles } from '../features/publishing/publishing-test';
import { exposingModule, heading, lifecyclesModule } from '../portal/lifecycles-module';
import type { PortalProcess } from '../portal/portal-process';
import { runPortico } from '../portal/run-portico';
import { signIn } from '../portal/sign-in';
import { expect, type Page, test } from '../portal/test';
import { demoPassword, demoUser } from '../portal/user';

const all = path.resolve(import.meta.dirname, '../test-results/screens');
const documentation = path.resolve(import.meta.dirname, '../../../docs/images');
const inReadme = ['signin', 'home', 'failure', 'notifications'].map((name) => `${name}-light-1280`);
inReadme.push('module-dark-1280', 'profile-personal-data-dark-1280');

test.use({ expectedErrors: /./, contextOptions: { reducedMotion: 'reduce' } });

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`screens: ${theme}, ${width} px`, async ({ page, modules, portal }) => {
      await page.setViewportSize({ width, height: width > 600 ? 800 : 740 });
      await page.addInitScript((value) => {
        localStorage.setItem('portico:theme', value);
        localStorage.setItem('portico:locale', 'pt');
      }, theme);
      const take = async (name: string) => {
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');
        const file = `${name}-${theme}-${width}`;
        await page.screenshot({ path: path.join(inReadme.includes(file) ? documentation : all, `${file}.png`) });
      };
      await page.goto('/signin');
      await page.getByLabel('E-mail').waitFor();
      await take('signin');
      for (const [name, address] of [
        ['recover', '/recover'],
        ['public', '/smsa/portal'],
        ['evaluation', '/smsa/tickets/evaluation'],
      ] as const) {
        await page.goto(address);
        await ready(page);
        await take(name);
      }
      await signIn(page, 'dora', '/404');
      await ready(page);
      await take('not-found');
      await page.goto('/');
      await ready(page);
      await page.getByRole('article').getByRole('status').waitFor();
      await take('home');
      for (const [name, button] of [
        ['switcher', 'Aplicações'],
        ['account', 'Menu da conta'],
      ] as const) {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('menu').waitFor();
        await take(name);
        await page.keyboard.press('Escape');
      }
      await notify(portal);
      await page.getByRole('button', { name: /^Notificações/ }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      await expect(page.getByRole('region', { name: /Alt\+T/ }).getByRole('group')).toHaveCount(0);
      await take('notifications');
      await page.keyboard.press('Escape');
      for (const section of ['personal-data', 'language', 'theme', 'security', 'update-password', 'notifications']) {
        await page.goto(`/profile#${section}`);
        await ready(page);
        // The list or form of the screen may still be loading.
        await expect(page.locator('[class*="portico-profile-placeholder"]')).toHaveCount(0);
        await take(`profile-${section}`);
      }
      await page.goto('/profile#personal-data');
      await page.getByLabel('Nome').fill('Dora N.');
      await page.getByRole('button', { name: 'Menu da conta' }).click();
      await page.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
      await page.getByRole('dialog').waitFor();
      await take('unsaved-changes');
      await page.getByRole('dialog').getByRole('button').first().click();
      await page.getByLabel('Nome').fill('Dora Nunes');
      await page.goto('/smsa/');
      await ready(page);
      await take('module');
      await publishFiles(portal, 'smsa', unfitFiles);
      // The page reloads itself again, perhaps before it has loaded.
      await page.reload({ waitUntil: 'commit' });
      await fallbackToast(page, 'SMSA').waitFor();
      await ready(page);
      await take('fallback');
      await change(portal, 'smsa', 'rollback');
      modules.serves('/module.js', exposingModule());
      await page.goto('/smsa-local/');
      await page.getByRole('heading', { name: 'Exposed' }).waitFor();
      await page.evaluate(() => {
        for (const type of ['success', 'error', 'warning', 'info'])
          Reflect.get(window, 'portal').toast({ type, title: 'Chamado 4812', text: `Um aviso do tipo ${type}.` });
      });
      await take('toasts');
      modules.serves('/module.js', lifecyclesModule({ mount: `${heading('x')} throw new Error('not today');` }));
      await page.goto('/smsa-local/');
      await page.getByRole('button', { name: 'Copiar detalhes' }).waitFor();
      await take('failure');
    });
  }
}

test('screens in English', async ({ page, portal }) => {
  await page.addInitScript(() => localStorage.setItem('portico:locale', 'en'));
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: path.join(all, `${name}-english-1280.png`) });
  };
  await page.goto('/signin');
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  await take('signin');
  await page.getByLabel('E-mail').fill(demoUser('dora').email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Hello, Dora' }).waitFor();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.waitFor();
  await take('home');
  await notify(portal);
  await bell.click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await expect(page.getByRole('region', { name: /Alt\+T/ }).getByRole('group')).toHaveCount(0);
  await take('notifications');
  await page.goto('/profile#security');
  await page.getByText('This browser').last().waitFor();
  await take('profile-security');
  await page.goto('/smsa/tickets/new');
  await page.getByLabel('Subject').fill('The printer');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await take('unsaved-changes');
});

function ready(page: Page): Promise<void> {
  return page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/** Two notifications from the back end of a module. */
async function notify(portal: PortalProcess): Promise<void> {
  const keys = JSON.parse(await readFile(path.join(portal.dataFolder, 'service-keys.json'), 'utf8'));
  for (const [title, body] of [
    ['O chamado 4812 foi respondido', 'Marina: a impressora do terceiro andar voltou, confirme para encerrarmos.'],
    ['Avaliação pendente', 'Dois chamados encerrados esperam a sua avaliação.'],
  ] as const) {
    await runPortico(portal, 'notify', 'dora@portico.test', title, '--token', keys.smsa, '--body', body);
  }
}
