import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publishingTest as test } from '../../features/publishing/publishing-test';
import { runPortico } from '../../portal/run-portico';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';

const example = path.resolve(import.meta.dirname, '../../../examples/smsa-dev');

let folder: string;
test.beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'portico-publish-')), 'smsa-dev');
  await cp(example, folder, { recursive: true });
});
test.afterEach(() => rm(path.dirname(folder), { recursive: true }));

test('a team publishes a checked build, and pages preload the files that the check has seen', async ({
  page,
  portal,
}) => {
  const live = `${portal.url}/modules/smsa-dev/1.0.0/remoteEntry.js`;
  const published = await runPortico(portal, 'publish', folder, '--module', 'smsa-dev', '--version', '1.0.0');
  expect(published.trim().split('\n').at(-1)).toBe(`smsa-dev 1.0.0 is live at ${live}.`);
  await signIn(page, 'ana', '/smsa-dev/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The check has seen all files that the module loads until it is on screen; the page preloads them.
  const missed = await page.evaluate(() => {
    const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => href);
    return performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/modules/smsa-dev/') && name.endsWith('.js') && !preloads.includes(name));
  });
  expect(missed).toEqual([]);
  expect(await page.evaluate(() => System.resolve('@module/smsa-dev'))).toBe(live);

  await writeFile(path.join(folder, 'dist/remoteEntry.js'), 'throw new Error("unfit");');
  const refused = runPortico(portal, 'publish', folder, '--version', '9.0.0');
  expect(await refused.catch(({ stdout }) => stdout)).toMatch(/does not load/);
  expect(await runPortico(portal, 'status')).not.toContain('9.0.0');
});
