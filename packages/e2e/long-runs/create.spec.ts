import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { checkEnvironment } from '../portal/check-environment';
import { packCommand } from './create-module';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

let folder: string;
test.beforeEach(async () => {
  // Inside the project, so that the libraries of the module are found without an installation.
  const cache = path.join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(path.join(cache, 'portico-create-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

async function unpack(archive: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
}

/** Links a library that npm may have installed in the folder of a team alone. */
async function linkFromTeam(name: string, module: string): Promise<void> {
  const installed = path.join(root, 'packages/e2e/teams/vite-react/node_modules', name);
  if (!existsSync(installed)) return;
  const link = path.join(module, 'node_modules', name);
  await mkdir(path.dirname(link), { recursive: true });
  await symlink(installed, link);
}

test('the packed command creates a module that builds and passes the check', async () => {
  const packed = path.dirname(await packCommand());
  const find = async (name: RegExp) => path.join(packed, (await readdir(packed)).find((file) => name.test(file)) ?? '');
  const [kit, cli] = [await find(/module-kit.*\.tgz$/), await find(/cli.*\.tgz$/)];

  const module = path.join(folder, 'orders');
  const command = path.join(folder, 'cli');
  await unpack(cli, command);
  const program = path.join(command, 'bin/portico.mjs');
  await run('node', [program, 'create', module, '--kit', `file:${kit}`, '--cli', `file:${cli}`]);
  const { dependencies, devDependencies } = JSON.parse(await readFile(path.join(module, 'package.json'), 'utf8'));
  expect([dependencies['@portico/module-kit'], devDependencies['@portico/cli']]).toEqual([
    `file:portico-packages/${path.basename(kit)}`,
    `file:portico-packages/${path.basename(cli)}`,
  ]);

  // Not by npm, which would fetch all libraries of the template.
  await unpack(kit, path.join(module, 'node_modules/@portico/module-kit'));
  await linkFromTeam('@vitejs/plugin-react', module);
  await run('npm', ['run', 'build'], { cwd: module });
  expect(await readdir(path.join(module, 'dist'))).toContain('orders.js');
  expect((await run('node', [program, 'check', module], { env: checkEnvironment })).stdout).toContain(
    'Nothing is wrong.',
  );
});
