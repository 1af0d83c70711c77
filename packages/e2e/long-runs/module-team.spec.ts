import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toastRegion } from '../features/toasts/module-toasts';
import { freePort } from '../portal/free-port';
import type { PortalProcess } from '../portal/portal-process';
import { runPortico } from '../portal/run-portico';
import { fillSignIn } from '../portal/sign-in';
import { expect, type Page, test } from '../portal/test';
import { createModule, packCommand, runScripts } from './create-module';

interface Team {
  /** Where a developer's modules are served, which the portal allows. */
  readonly devPort: number;
}

const teamTest = test.extend<object, Team>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  devPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  configuration: [({ devPort }, use) => use({ overrides: [`http://localhost:${devPort}`] }), { scope: 'worker' }],
});

// An application without a logo.
teamTest.use({ expectedErrors: /\/media\/apps\/orders\// });

let archive: string;
let folder: string;
let dev: ChildProcess | undefined;
test.beforeAll(async () => {
  archive = await packCommand();
});
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-team-'));
});
test.afterEach(async () => {
  dev?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Runs `portico dev` in a module. Resolves to the link that it prints, once the output has `ready` as well. */
async function startDev(module: string, portal: PortalProcess, port: number, ready = ''): Promise<string> {
  const program = path.join(module, 'node_modules/.bin/portico');
  // The output must have no colours.
  const env = { ...process.env, FORCE_COLOR: undefined };
  const options = ['dev', '--port', String(port), '--portal', portal.url];
  const child = spawn(program, options, { cwd: module, env, stdio: ['ignore', 'pipe', 'inherit'] });
  dev = child;
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [link] = /^http\S+#portico-override=\S+$/m.exec(output) ?? [];
      if (link && output.includes(ready)) resolve(link);
    });
    child.once('exit', () => reject(new Error(`It ended: ${output}`)));
  });
}

/** Opens the module under its override, as a user who may use it. */
async function openModule(page: Page, portal: PortalProcess, link: string): Promise<void> {
  await runPortico(portal, 'app', 'grant', 'ana@portico.test', 'orders', '--tenant', 'smsa', '--name', 'Orders');
  await page.goto(link);
  await page.getByRole('button', { name: 'Usar', exact: true }).click();
  await fillSignIn(page, 'ana@portico.test');
  await page.getByRole('main').locator('a[href="/orders/"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Novo módulo' })).toBeVisible();
  await page.getByRole('button', { name: 'Quem sou eu?' }).click();
  await expect(toastRegion(page).getByText('Ana Prado')).toBeVisible();
}

async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(text, replacement));
}

async function stopDev(page: Page): Promise<void> {
  // An open page would go on asking for changes.
  await page.goto('about:blank');
  const ended = dev && once(dev, 'exit');
  dev?.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

teamTest(
  'a team goes from an empty folder to its module in a running portal, and what is saved is on screen with its state',
  async ({ page, portal, devPort }) => {
    const module = await createModule(folder, archive);
    expect(await runScripts(module)).toContain('Nothing is wrong.');
    const built = path.join(module, 'dist/orders.js');
    const before = await readFile(built, 'utf8');
    await openModule(page, portal, await startDev(module, portal, devPort));

    // The page of a developer has React's development build, whose names its tools show.
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
    await stopDev(page);
  },
);

teamTest('a module of Angular is shown anew where it is saved', async ({ page, portal, devPort }) => {
  const left: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('left behind')) left.push(message.text());
  });
  const module = await createModule(folder, archive, 'angular');
  expect(await runScripts(module)).toContain('Nothing is wrong.');
  await openModule(page, portal, await startDev(module, portal, devPort));

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
  expect(left).toEqual([]);

  await page.getByLabel('Nome').fill('Bomba');
  await replaceIn(path.join(module, 'src/new-item-page.ts'), '<h1>{{ texts().newItem }}</h1>', '<h1>Peça</h1>');
  await expect(page.getByRole('heading', { level: 1, name: 'Peça' })).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Bomba');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Novo módulo' })).toBeVisible();
  await replaceIn(path.join(module, 'src/texts.ts'), 'Novo módulo', 'Pedidos');
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  await stopDev(page);
});

teamTest('a module that webpack builds is reloaded by itself', async ({ page, portal, devPort }) => {
  const module = await createModule(folder, archive, 'react-webpack');
  await openModule(page, portal, await startDev(module, portal, devPort, 'compiled'));
  await replaceIn(path.join(module, 'src/texts.ts'), 'Novo módulo', 'Pedidos');
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  await stopDev(page);
});
