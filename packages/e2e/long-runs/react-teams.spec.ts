import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { publishedModule, publishFiles, publishingTest as test } from '../features/publishing/publishing-test';
import { buildTeam, readTeam } from '../portal/build-team';
import { signIn } from '../portal/sign-in';
import { expect } from '../portal/test';

const root = path.resolve(import.meta.dirname, '../../..');
const address = `/${publishedModule}/`;

const builds = [
  { name: 'webpack-system', title: 'webpack System', entry: 'main.js' },
  { name: 'webpack-container', title: 'webpack container', entry: 'var/remoteEntry.js' },
  { name: 'webpack-container', title: 'webpack container', entry: 'system/remoteEntry.js' },
  { name: 'react-18', title: 'React 18', entry: 'portal.js' },
];

for (const { entry, name, title } of builds) {
  test(`${entry} of ${name} runs as its tool builds it, at each visit`, async ({ page, portal }) => {
    const files = await readTeam(name);
    const styles = [...files.keys()].filter((file) => file.endsWith('.css'));
    await publishFiles(portal, publishedModule, files, { entry, styles });
    await signIn(page, 'dora', address);
    for (const visit of ['first', 'second']) {
      await test.step(`the ${visit} visit`, async () => {
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        if (styles.length > 0) await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px');
        if (name === 'react-18') await expect(page.getByText(/^18\.3\.\d+$/)).toBeVisible();
        await page.getByRole('button', { name: 'Count is 0' }).click();
        await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible();
        await page.getByRole('button', { name: 'Details' }).click();
        await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
        await page.getByRole('banner').locator('a[href="/"]').click();
        await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
        await page.goBack();
      });
    }
  });
}

for (const { name, title } of [
  { name: 'react-router', title: 'React Router' },
  { name: 'tanstack-router', title: 'TanStack Router' },
]) {
  test(`${name} shares the address with the portal, at each visit`, async ({ page, portal }) => {
    await publishFiles(portal, publishedModule, await readTeam(name), { entry: 'portal.js' });
    await signIn(page, 'dora', address);
    for (const visit of ['first', 'second']) {
      await test.step(`the ${visit} visit`, async () => {
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
        await page.getByRole('main').getByRole('link', { name: 'About' }).click();
        await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`${address}about$`));
        await page.goBack();
        await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
        await page.getByRole('banner').locator('a[href="/"]').click();
        await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
        await page.goBack();
      });
    }
  });
}

for (const [name, remark] of [
  ['webpack-system', undefined],
  ['webpack-container', undefined],
  ['react-18', /· It brings its own React 18\.3\.\d+, /],
  ['react-router', undefined],
  ['tanstack-router', undefined],
  ['tailwind', /· Its styles reach the portal in .*Import Tailwind without its preflight: /],
  ['emotion', undefined],
  ['mui', undefined],
] as const) {
  test(`the check takes ${name} as it is`, async () => {
    const folder = path.join(root, 'packages/e2e/teams', name);
    const parameters = ['dist/cli/main.js', 'check', folder, '--dist', await buildTeam(name)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: root });
    expect(stdout).toContain('✓ Nothing is wrong.');
    if (remark) expect(stdout).toMatch(remark);
  });
}
