import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { computeDigest, publishingTest as test } from '../features/publishing/publishing-test';
import { checkEnvironment } from '../portal/check-environment';
import type { PortalProcess } from '../portal/portal-process';
import { runPortico } from '../portal/run-portico';
import { signIn, waitForTopBar } from '../portal/sign-in';
import { expect } from '../portal/test';

const root = path.resolve(import.meta.dirname, '../../..');
const example = path.join(root, 'packages/examples/smsa-dev');

let folder: string;
test.beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'portico-publish-')), 'smsa-dev');
  await cp(example, folder, { recursive: true });
});
test.afterEach(() => rm(path.dirname(folder), { recursive: true }));

/** Runs a command that is refused, with what a team has, and gives what it says. */
async function runRefused(portal: PortalProcess, token: string, ...command: string[]): Promise<string> {
  const env = { ...checkEnvironment, PORTICO_URL: portal.url, PORTICO_TOKEN: token, PORTICO_OPERATOR_KEY: undefined };
  const run = promisify(execFile)(process.execPath, ['dist/cli/main.js', ...command], { cwd: root, env });
  const failure: { stdout: string; stderr: string } = await run.then(
    () => ({ stdout: 'It was not refused.', stderr: '' }),
    (error) => error,
  );
  return failure.stdout + failure.stderr;
}

const lastLine = (output: string) => output.trim().split('\n').at(-1);

test('a team publishes, starts a canary for one tenant, promotes it and rolls back, by one command each', async ({
  page,
  portal,
}) => {
  const built = await readFile(path.join(folder, 'dist/remoteEntry.js'), 'utf8');
  const live = `${portal.url}/modules/smsa-dev`;
  expect(lastLine(await runPortico(portal, 'publish', folder, '--module', 'smsa-dev', '--version', '1.0.0'))).toBe(
    `smsa-dev 1.0.0 is live at ${live}/1.0.0/remoteEntry.js.`,
  );
  await signIn(page, 'ana', '/smsa-dev/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The check has seen what the module loads until it is on screen; its page preloads all of that.
  const missed = await page.evaluate(() => {
    const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => href);
    return performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/modules/smsa-dev/') && name.endsWith('.js') && !preloads.includes(name));
  });
  expect(missed).toEqual([]);
  expect(await page.evaluate(() => System.resolve('@module/smsa-dev'))).toBe(`${live}/1.0.0/remoteEntry.js`);

  await writeFile(path.join(folder, 'dist/remoteEntry.js'), `${built}\n/* the second */`);
  const canary = await runPortico(portal, 'publish', folder, '--version', '1.1.0', '--tenant', 'finouro');
  expect(lastLine(canary)).toContain('finouro');
  const hosts = { smsa: portal.url, finouro: portal.url.replace('localhost', '127.0.0.1') };
  const addressIn = async (tenant: 'smsa' | 'finouro') => {
    await signIn(page, 'ana', `${hosts[tenant]}/smsa-dev/`);
    await waitForTopBar(page);
    return page.evaluate(() => new URL(System.resolve('@module/smsa-dev')).pathname);
  };
  expect(await addressIn('finouro')).toBe('/modules/smsa-dev/1.1.0/remoteEntry.js');
  expect(await addressIn('smsa')).toBe('/modules/smsa-dev/1.0.0/remoteEntry.js');
  expect(await runPortico(portal, 'status', 'smsa-dev')).toMatch(/1\.0\.0.*1\.1\.0/s);

  await runPortico(portal, 'promote', 'smsa-dev', '--reason', 'No complaints');
  expect(await addressIn('smsa')).toBe('/modules/smsa-dev/1.1.0/remoteEntry.js');
  expect(lastLine(await runPortico(portal, 'rollback', 'smsa-dev'))).toContain('1.0.0');
  expect(await addressIn('smsa')).toBe('/modules/smsa-dev/1.0.0/remoteEntry.js');
  expect(await runPortico(portal, 'history', 'smsa-dev')).toMatch(/rollback.*promote.*No complaints.*publish/s);
});

test('a team token publishes only its own modules, and none once it is revoked', async ({ portal }) => {
  const token = (await runPortico(portal, 'token', 'create', 'smsa-dev', '--publish', '--name', 'CI')).trim();
  const other = path.join(root, 'packages/examples/welcome');
  expect(await runRefused(portal, token, 'publish', other)).toMatch(/token/);
  expect(await runRefused(portal, token, 'status')).toBe('It was not refused.');
  const [id = ''] = /^[\da-f-]{36}(?=.* CI )/m.exec(await runPortico(portal, 'token', 'list')) ?? [];
  await runPortico(portal, 'token', 'revoke', id);
  expect(await runRefused(portal, token, 'publish', folder)).toMatch(/token/);
});

test('a module that would fail is refused before anything is sent', async ({ portal }) => {
  await writeFile(path.join(folder, 'dist/remoteEntry.js'), 'throw new Error("unfit");');
  const said = await runRefused(portal, portal.operatorKey, 'publish', folder, '--version', '9.0.0');
  expect(said).toMatch(/does not load/);
  expect(await runPortico(portal, 'status')).not.toContain('9.0.0');
});

test('a version never changes: other bytes with the same name are refused, the same bytes change nothing', async ({
  portal,
}) => {
  const publish = ['publish', folder, '--version', '5.0.0'];
  await runPortico(portal, ...publish);
  const changes = await runPortico(portal, 'history');
  await runPortico(portal, ...publish);
  expect(await runPortico(portal, 'history')).toBe(changes);
  const entry = path.join(folder, 'dist/remoteEntry.js');
  const before = computeDigest(await readFile(entry));
  await writeFile(entry, `${await readFile(entry, 'utf8')}\n/* other bytes */`);
  expect(computeDigest(await readFile(entry))).not.toBe(before);
  expect(await runRefused(portal, portal.operatorKey, ...publish)).toMatch(/5\.0\.0/);
});
