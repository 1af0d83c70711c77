import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { publishedModule, publishFiles, publishingTest as test } from '../../features/publishing/publishing-test';
import { linkTeam, readTeam } from '../../portal/build-team';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { check } from '../check-fixture';

const root = path.resolve(import.meta.dirname, '../../../..');
const address = `/${publishedModule}/`;

const builds = [
  { name: 'webpack-system', title: 'webpack System', entry: 'main.js' },
  { name: 'webpack-container', title: 'webpack container', entry: 'var/remoteEntry.js' },
  { name: 'webpack-container', title: 'webpack container', entry: 'system/remoteEntry.js' },
  { name: 'react-18', title: 'React 18', entry: 'portal.js' },
];

for (const { entry, name, title } of builds) {
  test(`${entry} of ${name} runs unchanged, at each visit`, async ({ page, portal }) => {
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

/** Expected output of the check about a team, without its sizes. */
const checked: readonly [name: string, remark?: RegExp][] = [
  ['webpack-system'],
  ['webpack-container'],
  ['react-18', /· It brings its own React 18\.3\.\d+, /],
  ['react-router'],
  ['tanstack-router'],
  ['tailwind', /· The portal keeps \d+ rules of .*\.css inside of the module: /],
  ['emotion'],
  ['mui', /· The portal keeps \d+ rules of a style tag/],
];

test.describe('the check accepts unchanged', () => {
  // One run of the check for all teams, so that it starts its browser once.
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let outputs: string[];
  test.beforeAll(async () => {
    // Inside the project, so that a team’s libraries resolve.
    folder = await mkdtemp(path.join(root, 'node_modules/.cache/portico-teams-'));
    const modules: string[] = [];
    for (const [name] of checked) modules.push(await linkTeam(name, folder));
    const { output } = await check(...modules);
    [, ...outputs] = output.split(/^smsa-local\n/m);
    expect(outputs, output).toHaveLength(checked.length);
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  for (const [index, [name, remark]] of checked.entries()) {
    test(name, () => {
      expect(outputs[index]).toContain('✓ Nothing is wrong.');
      if (remark) expect(outputs[index]).toMatch(remark);
    });
  }
});
