import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { toastRegion } from '../features/toasts/module-toasts';
import { freePort } from '../portal/free-port';
import { runPortico } from '../portal/run-portico';
import { fillSignIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

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

let folder: string;
let dev: ChildProcess | undefined;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-team-'));
});
test.afterEach(async () => {
  dev?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Resolves to the link that `portico dev` prints. */
function waitForLink(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    process.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const isBuilt = output.includes('compiled successfully');
      const [link] = /^http\S+#portico-override=\S+$/m.exec(output) ?? [];
      if (isBuilt && link) resolve(link);
    });
    process.once('exit', () => reject(new Error(`It ended: ${output}`)));
  });
}

teamTest(
  'a team goes from an empty folder to its module in a running portal with nothing but the two packages',
  async ({ page, portal, devPort }) => {
    await run('npm', ['run', 'pack', '--workspace', 'packages/platform/cli'], { cwd: root });
    const { version } = JSON.parse(await readFile(path.join(root, 'packages/platform/cli/package.json'), 'utf8'));
    const archive = path.join(root, `packages/platform/cli/dist/portico-cli-${version}.tgz`);
    const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

    // Installed from its archive, as a team installs it.
    const module = path.join(folder, 'orders');
    await run('npm', [...install, '--prefix', folder, archive]);
    await run(path.join(folder, 'node_modules/.bin/portico'), ['create', 'orders'], { cwd: folder });
    const inModule = { cwd: module };
    await run('npm', install, inModule);
    await run('npm', ['run', 'typecheck'], inModule);
    await run('npm', ['run', 'build'], inModule);
    await run('npm', ['test'], inModule);
    const check = await run('npx', ['portico', 'check'], inModule);
    expect(check.stdout).toContain('Nothing is wrong.');

    const own = ['dev', '--port', String(devPort), '--portal', portal.url];
    const program = path.join(module, 'node_modules/.bin/portico');
    // The output must have no colours.
    const env = { ...process.env, FORCE_COLOR: undefined };
    dev = spawn(program, own, { ...inModule, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const link = await waitForLink(dev);
    await runPortico(portal, 'app', 'grant', 'ana@portico.test', 'orders', '--tenant', 'smsa', '--name', 'Orders');
    await page.goto(link);
    await page.getByRole('button', { name: 'Usar', exact: true }).click();
    await fillSignIn(page, 'ana@portico.test');
    await page.getByRole('main').locator('a[href="/orders/"]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Novo módulo' })).toBeVisible();
    await page.getByRole('button', { name: 'Quem sou eu?' }).click();
    await expect(toastRegion(page).getByText('Ana Prado')).toBeVisible();

    // The page reloads by itself, and what `publish` would send stays as it was.
    const built = path.join(module, 'dist/orders.js');
    const before = await readFile(built, 'utf8');
    const texts = path.join(module, 'src/texts.ts');
    await writeFile(texts, (await readFile(texts, 'utf8')).replace('Novo módulo', 'Pedidos'));
    await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
    expect(await readFile(built, 'utf8')).toBe(before);

    // An open page would go on asking for changes.
    await page.goto('about:blank');
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
