import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import manifest from '../../../package.json' with { type: 'json' };
import { freePort } from '../portal/free-port';
import { readMailedCode } from '../portal/read-mailed-code';
import { fillSignIn } from '../portal/sign-in';

const root = path.resolve(import.meta.dirname, '../../..');
const operatorKey = 'operator-key-of-tests';
const lia = { email: 'lia@smsa.test', password: 'correct horse battery' };

let folder: string;
let release: string;
let dataFolder: string;
let variables: Record<string, string>;
let url: string;
let metricsPort: number;
let server: ChildProcess;

// One release for all tests of this file.
test.describe.configure({ mode: 'default' });

// The programs of the release have no other file of this repository, and no variable of a developer.
test.beforeAll(async () => {
  const pack = execFileSync(process.execPath, ['--import', 'tsx', 'tooling/release/pack-release.ts'], { cwd: root });
  expect(pack.toString().trim()).toBe(`dist/portico-${manifest.version}.tar.gz`);
  folder = mkdtempSync(path.join(tmpdir(), 'portico-release-'));
  execFileSync('tar', ['-xzf', path.join(root, pack.toString().trim()), '-C', folder]);
  release = path.join(folder, `portico-${manifest.version}`);
  dataFolder = path.join(folder, 'data');
  const port = await freePort();
  metricsPort = await freePort();
  url = `http://localhost:${port}`;
  variables = { PORT: String(port), PORTICO_OPERATOR_KEY: operatorKey };
  startServer(dataFolder);
});
test.afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server of the release, and waits until it is ready. */
function startServer(data: string): void {
  server = spawn(process.execPath, ['portico.mjs'], {
    cwd: release,
    env: {
      ...variables,
      PORTICO_DATA: data,
      PORTICO_DRAIN_SECONDS: '1',
      // These settings load the remaining optional libraries. No server receives the traces.
      METRICS_PORT: String(metricsPort),
      PORTICO_CHROMIUM: process.env.CHROME_PATH ?? '',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  runNode(['deploy/ready.mjs', '--wait', '60']);
}

async function stopServer(): Promise<void> {
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
}

function runNode(args: readonly string[], environment: Record<string, string> = variables): string {
  return execFileSync(process.execPath, args, {
    cwd: release,
    env: environment,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** Runs the command line of the release. */
function runPortico(line: string): string {
  const { CHROME_PATH = '' } = process.env;
  return runNode(['portico.mjs', ...line.split(' ')], { ...variables, PORTICO_URL: url, CHROME_PATH }).trim();
}

async function expectFile(address: string, type: RegExp): Promise<Response> {
  const response = await fetch(new URL(address, url));
  expect([address, response.status]).toEqual([address, 200]);
  expect(response.headers.get('content-type')).toMatch(type);
  return response;
}

test('a release that is interrupted leaves no temporary files', async () => {
  const TMPDIR = mkdtempSync(path.join(folder, 'temporary-'));
  const list = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('portico-release-'));
  const isPacking = () => list(TMPDIR).some((name) => readdirSync(path.join(TMPDIR, name)).length > 0);
  const packing = spawn(process.execPath, ['tooling/scripts/commands.mjs', 'release'], {
    cwd: root,
    env: { ...process.env, TMPDIR },
  });
  const ended = once(packing, 'exit');
  await expect.poll(isPacking, { timeout: 60_000 }).toBe(true);
  packing.kill('SIGINT');
  await ended;
  // tsx keeps a cache there.
  expect(readdirSync(TMPDIR).filter((name) => !name.startsWith('tsx-'))).toEqual([]);
});

test('each command of the manual runs as written there', () => {
  const manual = readFileSync(path.join(release, 'docs/operating.md'), 'utf8');
  const program = /npm run (?:-s )?portico --|node portico\.mjs/g;
  const lines = [...manual.matchAll(/^(?:[A-Z_]+=\S+ )*(?:npm run (?:-s )?portico --|node portico\.mjs) .*$/gm)]
    .map(([line]) => line)
    // Another test restores into PostgreSQL.
    .filter((line) => !line.startsWith('DATABASE_URL='));
  expect(lines.length).toBeGreaterThan(15);
  let id = '';
  for (const line of lines) {
    const command = line
      .replaceAll(program, `"${process.execPath}" portico.mjs`)
      .replace('<id>', id)
      .replace('/srv', folder);
    const options = {
      cwd: release,
      env: { ...variables, PATH: process.env.PATH, PORTICO_URL: url },
      encoding: 'utf8',
      // A server runs until it is killed.
      timeout: 60_000,
    } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
    expect([line, status, stderr]).toEqual([line, 0, '']);
    if (line.endsWith('token list')) [id = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
  }
});

// The commands of the manual may have run before, so this user and tenant, of localhost, are not in the manual.
test('a release runs by Node alone: the operator’s commands lead to a first sign-in, a team publishes, and a user opens the module', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Nenhum portal neste endereço' })).toBeVisible();
  // The page itself.
  expect(errors.splice(0)).toEqual([expect.stringContaining('status of 404')]);
  runPortico('tenant add smsa --name SMSA');
  runPortico(`user add ${lia.email} --name Lia`);
  runPortico(`app grant ${lia.email} welcome --tenant smsa --name Welcome --new`);

  // The recovery mail sets the first password.
  await page.goto(`${url}/recover`);
  await page.getByLabel('E-mail').fill(lia.email);
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByRole('heading', { name: 'Verifique o seu e-mail' })).toBeVisible();
  // The server mails after the answer, because the answer is the same for every address.
  await expect.poll(() => readMailedCode(dataFolder, lia.email)).toMatch(/^\d{6}$/);
  const code = await readMailedCode(dataFolder, lia.email);
  const reset = await page.request.put(`${url}/api/auth/recover`, { data: { ...lia, code } });
  expect(reset.ok()).toBe(true);

  await page.goto(url);
  await fillSignIn(page, lia.email, lia.password);
  await expect(page.getByRole('heading', { name: 'Olá, Lia' })).toBeVisible();
  // The switcher is hidden with only one application.
  await expect(page.getByRole('button', { name: 'Aplicações' })).toHaveCount(0);

  const html = await (await expectFile('/signin', /^text\/html/)).text();
  const files = html.match(/\/@portico\/[\w.-]+\.(?:js|css)/g) ?? [];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) await expectFile(file, /javascript|css/);
  await expectFile('/media/icons/solid/bell.svg', /svg/);
  // sharp renders it.
  await expectFile('/app-icon-192.png', /png/);

  const module = path.join(folder, 'welcome');
  cpSync(path.join(root, 'packages/examples/welcome'), module, { recursive: true });
  expect(runPortico(`publish ${module} --version 1.0.0`)).toContain('welcome 1.0.0 is live at');
  expect(runPortico('status welcome')).toContain('by the server');
  const { imports } = await (await expectFile('/import-map.json', /json/)).json();
  expect(Object.keys(imports)).toContain('@module/welcome');
  await expectFile(imports['@module/welcome'], /javascript/);
  await page.goto(url);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Welcome/ })
    .click();
  await expect(page).toHaveURL(`${url}/welcome/`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);

  await expectFile(`http://localhost:${metricsPort}/metrics`, /^text\/plain/);

  const backup = path.join(folder, 'portal.backup');
  expect(runPortico(`backup ${backup}`)).toContain('portal.backup');
  await stopServer();
  expect(() => runNode(['deploy/ready.mjs'])).toThrow('is not ready');
  const restored = path.join(folder, 'restored');
  runNode(['portico.mjs', 'restore', backup], { ...variables, PORTICO_DATA: restored });
  startServer(restored);
  await stopServer();
});
