import { existsSync } from 'node:fs';
import { cp, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { saveFile } from '../portal/save-file';
import { expect as expectSoon, type Page } from '../portal/test';
import { openLink, replaceIn, devTest as test } from './run-dev';

const root = path.resolve(import.meta.dirname, '../../..');
const portico = [process.execPath, path.join(root, 'dist/cli/main.js')];

// A development server may compile slowly while other tests run.
const expect = expectSoon.configure({ timeout: 60_000 });

test.beforeEach(({ folder }) => symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules')));

/** Copies the sources of a team, because its test changes them. */
async function copyTeam(folder: string, name: string): Promise<string> {
  const source = path.join(root, 'packages/e2e/teams', name);
  const copy = path.join(folder, name);
  const isSource = (file: string) => !/[\\/](?:dist|node_modules)$/.test(file);
  await cp(source, copy, { recursive: true, filter: isSource });
  const own = path.join(source, 'node_modules');
  if (existsSync(own)) await symlink(own, path.join(copy, 'node_modules'));
  return copy;
}

async function openModule(page: Page, link: string): Promise<void> {
  await openLink(page, 'dora', link);
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('Rspack’s development server replaces changed code, and keeps the state and the portal’s React', async ({
  page,
  dev,
  folder,
}) => {
  const team = await copyTeam(folder, 'rspack-federation');
  await openModule(page, await dev.startDev(team, portico));
  await expect(title(page, 'Rspack federation')).toBeVisible();
  await page.getByRole('button', { name: 'Count is 0' }).click();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await replaceIn(path.join(team, 'src/app.tsx'), 'Rspack federation', 'Saved');
  await expect(title(page, 'Saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(existsSync(path.join(team, 'dist'))).toBe(false);
  await dev.stopDev();
});

test('CSS extracted by webpack applies, also after a change', async ({ page, dev, folder }) => {
  const team = await copyTeam(folder, 'webpack-system');
  await openModule(page, await dev.startDev(team, portico, [], 'compiled'));
  await expect(title(page, 'webpack System')).toHaveCSS('letter-spacing', '3px');
  await replaceIn(path.join(team, 'src/App.css'), '3px', '7px');
  await expect(title(page, 'webpack System')).toHaveCSS('letter-spacing', '7px');
  await dev.stopDev();
});

test('CSS extracted by a watching Vite applies, also after a change', async ({ page, dev, folder, run }) => {
  const team = await copyTeam(folder, 'vite-react');
  const sheet = path.join(team, 'src/portal.css');
  await writeFile(sheet, '.team h1 { letter-spacing: 3px; }');
  await replaceIn(path.join(team, 'src/App.tsx'), '<section>', '<section className="team">');
  await replaceIn(path.join(team, 'src/portal.tsx'), 'import App', "import './portal.css';\nimport App");
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  run(team, process.execPath, [vite, 'build', '--watch']);
  const built = () => readdir(path.join(team, 'dist'), { recursive: true }).catch(() => []);
  for (const name of [/^portal\.js$/, /portal.*\.css$/])
    await expect.poll(built).toContainEqual(expect.stringMatching(name));
  await openModule(page, await dev.startDev(team, portico, ['--dist', 'dist']));
  await expect(title(page, 'Get started')).toHaveCSS('letter-spacing', '3px');
  await saveFile(sheet, '.team h1 { letter-spacing: 7px; }');
  await expect(title(page, 'Get started')).toHaveCSS('letter-spacing', '7px');
  await dev.stopDev();
});
