import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toastRegion } from '../features/toasts/module-toasts';
import type { PortalProcess } from '../portal/portal-process';
import { runPortico } from '../portal/run-portico';
import { expect as expectSoon, type Page } from '../portal/test';
import { createModule, runScripts } from './create-module';
import { openLink, replaceIn, devTest as test } from './run-dev';

// A development server may compile slowly while other tests run.
const expect = expectSoon.configure({ timeout: 60_000 });

// An application without a logo.
test.use({ expectedErrors: /\/media\/apps\/orders\// });

const findCommand = (module: string) => [path.join(module, 'node_modules/.bin/portico')];

/** Opens the overridden module as a user who may use it. */
async function openModule(page: Page, portal: PortalProcess, link: string): Promise<void> {
  await runPortico(
    portal,
    'app',
    'grant',
    'ana@portico.test',
    'orders',
    '--tenant',
    'smsa',
    '--name',
    'Orders',
    '--new',
  );
  await openLink(page, 'ana', link);
  await page.getByRole('main').locator('a[href="/orders/"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Novo módulo' })).toBeVisible();
  await page.getByRole('button', { name: 'Quem sou eu?' }).click();
  await expect(toastRegion(page).getByText('Ana Prado')).toBeVisible();
}

test('a team gets from an empty folder to its module in a running portal, and sees saved changes with the state kept', async ({
  page,
  portal,
  dev,
  folder,
}) => {
  const module = await createModule(folder);
  expect(await runScripts(module)).toContain('Nothing is wrong.');
  const built = path.join(module, 'dist/orders.js');
  const before = await readFile(built, 'utf8');
  await openModule(page, portal, await dev.startDev(module, findCommand(module)));

  // The page of a developer has React's development build, so React's tools show the names of components.
  expect(await page.evaluate(() => System.import('react/jsx-dev-runtime').then(({ jsxDEV }) => typeof jsxDEV))).toBe(
    'function',
  );

  await page.getByRole('link', { name: 'Novo item' }).click();
  await page.getByLabel('Nome').fill('Bomba');
  await replaceIn(path.join(module, 'src/texts.ts'), "newItem: 'Novo item'", "newItem: 'Novo pedido'");
  await expect(page.getByRole('heading', { level: 1, name: 'Novo pedido' })).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Bomba');
  await replaceIn(path.join(module, 'src/new-item-page.tsx'), '<h1>{texts.newItem}</h1>', '<h1>Peça</h1>');
  await expect(page.getByRole('heading', { level: 1, name: 'Peça' })).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Bomba');
  expect(await readFile(built, 'utf8')).toBe(before);
  await dev.stopDev();
});

test('a saved Angular module is mounted again at the same address', async ({ page, portal, dev, folder }) => {
  const left: string[] = [];
  page.on('console', (message) => {
    // Vite's client logs these errors: it may connect only while the module is on screen, and then polls its server every
    // 30 seconds.
    const isOfVite = message.text().endsWith('left behind: an interval of 30000 ms.');
    if (message.text().includes('left behind') && !isOfVite) left.push(message.text());
  });
  const module = await createModule(folder, 'angular');
  expect(await runScripts(module)).toContain('Nothing is wrong.');
  await openModule(page, portal, await dev.startDev(module, findCommand(module)));

  await page.getByRole('link', { name: 'Novo item' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Novo item' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/orders/new');
  for (let visit = 0; visit < 2; visit += 1) {
    await page.getByRole('banner').locator('a[href="/"]').click();
    await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Novo item' })).toBeVisible();
  }
  // The client of Vite watches the page as long as it is open.
  expect(left.filter((line) => !line.includes('/@vite/client'))).toEqual([]);

  await page.getByLabel('Nome').fill('Bomba');
  await replaceIn(path.join(module, 'src/new-item-page.ts'), '<h1>{{ texts().newItem }}</h1>', '<h1>Peça</h1>');
  await expect(page.getByRole('heading', { level: 1, name: 'Peça' })).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Bomba');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Novo módulo' })).toBeVisible();
  await replaceIn(path.join(module, 'src/texts.ts'), 'Novo módulo', 'Pedidos');
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  await dev.stopDev();
});

test('a module that webpack builds reloads automatically', async ({ page, portal, dev, folder }) => {
  const module = await createModule(folder, 'react-webpack');
  expect(await runScripts(module)).toContain('Nothing is wrong.');
  await openModule(page, portal, await dev.startDev(module, findCommand(module), [], 'compiled'));
  await replaceIn(path.join(module, 'src/texts.ts'), 'Novo módulo', 'Pedidos');
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  await dev.stopDev();
});
