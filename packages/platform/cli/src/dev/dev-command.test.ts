import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { testFolder } from '@portico/check/testing';

const root = path.resolve(__dirname, '../../../../..');

const folder = testFolder({
  'dist/orders.js': 'built before',
  'package.json': '{ "portico": { "key": "orders", "entry": "orders.js" } }',
});
let running: ChildProcess | undefined;
afterEach(() => running?.kill('SIGKILL'));

/** Runs the command in the folder; `printed` waits until its output matches. */
function dev(...args: string[]) {
  const program = [path.join(root, 'dist/cli/main.js'), 'dev', '--port', '0', ...args];
  const env = { ...process.env, FORCE_COLOR: undefined };
  const child = spawn(process.execPath, program, { cwd: folder.at(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  const ended = once(child, 'close');
  let output = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      look();
    });
  }
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      look = () => {
        const match = pattern.exec(output);
        if (match) resolve(match);
      };
      look();
      ended.then(() => reject(new Error(`It ended: ${output}`)), reject);
    });
  return { child, ended, printed, output: () => output };
}

/** Requests this exact path, which `fetch` would normalize; returns the status. */
function fetchStatus(origin: string, target: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path: target }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

const getLink =
  /^http:\/\/portal\.test\/#portico-override=@module\/orders,(http:\/\/localhost:\d+)\/orders\.js\?live$/m;

test('it serves the built folder to pages of any origin, and prints the link of the override', async () => {
  const { child, ended, printed } = dev('--dist', 'dist', '--portal', 'http://portal.test');
  const [, origin = ''] = await printed(getLink);
  const answer = await fetch(`${origin}/orders.js`);
  expect(await answer.text()).toBe('built before');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'text/javascript; charset=utf-8',
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('it serves nothing outside the built folder', async () => {
  await symlink(folder.at('package.json'), folder.at('dist/linked.json'));
  const { printed } = dev('--dist', 'dist', '--portal', 'http://portal.test');
  const [, origin = ''] = await printed(getLink);
  expect(await fetchStatus(origin, '/orders.js')).toBe(200);
  for (const target of [
    '/',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/linked.json',
    '/%00',
    '//',
  ]) {
    expect([target, await fetchStatus(origin, target)]).toEqual([target, 404]);
  }
});

/** Installs webpack in the folder; the file `running` exists while it runs. */
async function useWebpack(): Promise<void> {
  await mkdir(folder.at('node_modules'));
  await symlink(path.join(root, 'node_modules/webpack'), folder.at('node_modules/webpack'));
  await folder.write({
    'index.js': 'console.log("first")',
    'webpack.config.cjs': `require('node:fs').writeFileSync('running', '');
     process.on('exit', () => require('node:fs').rmSync('running'));
     module.exports = { mode: 'production', devtool: 'eval', entry: './index.js', output: { filename: 'orders.js' } };`,
  });
}

const isRunning = () => existsSync(folder.at('running'));

test('it runs the webpack of the module in watch mode, without eval, and ends it', async () => {
  await useWebpack();
  const { child, ended, printed } = dev('--portal', 'http://portal.test');
  const [, origin = ''] = await printed(getLink);
  await printed(/compiled successfully/);
  const built = async () => (await fetch(`${origin}/orders.js`)).text();
  expect(await built()).toContain('console.log("first")');
  expect(await built()).not.toContain('eval(');
  await folder.write({ 'index.js': 'console.log("second")' });
  await printed(/compiled successfully.*compiled successfully/s);
  expect(await built()).toContain('console.log("second")');
  // `publish` sends this file.
  expect(await readFile(folder.at('dist/orders.js'), 'utf8')).toBe('built before');

  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(isRunning()).toBe(false);
});

test('webpack ends even if the command is killed', async () => {
  await useWebpack();
  const { child, printed } = dev();
  await printed(/compiled successfully/);
  expect(isRunning()).toBe(true);
  child.kill('SIGKILL');
  while (isRunning()) await new Promise((resolve) => setTimeout(resolve, 50));
});

/** Installs a substitute for Angular's CLI: the long runs use the real one, which takes 300 MB. */
async function useAngular(program: string): Promise<void> {
  await folder.write({ 'angular.json': '{}', 'node_modules/@angular/cli/bin/ng.js': program });
}

test('it runs the development server of Angular, prints the link once the server listens, and ends it', async () => {
  // It compiles in threads.
  await useAngular(`
    const { createServer } = require('node:http');
    const { Worker } = require('node:worker_threads');
    const [command] = process.argv.slice(2);
    const port = process.argv[process.argv.indexOf('--port') + 1];
    const compile = 'setTimeout(() => require("node:worker_threads").parentPort.postMessage("built"), 200)';
    const listen = (text) =>
      createServer((_, response) => response.end(command + ': ' + text)).listen(Number(port), 'localhost');
    new Worker(compile, { eval: true }).on('message', listen);
  `);
  const { child, ended, printed } = dev('--portal', 'http://portal.test');
  const [, address = ''] = await printed(/#portico-override=@module\/orders,(http:\S+\/orders\.js)$/m);
  expect(await (await fetch(address)).text()).toBe('serve: built');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

test('it ends if the development server of Angular ends', async () => {
  await useAngular('process.exit(3)');
  const { ended, output } = dev();
  expect(await ended).toEqual([1, null]);
  expect(output()).toBe('ng ended with 3.\n');
});

/** Installs Vite in the folder, with this configuration and a substitute for the plugin of React. */
async function useVite(build: object, start = ''): Promise<void> {
  await mkdir(folder.at('node_modules'));
  await symlink(path.join(root, 'node_modules/vite'), folder.at('node_modules/vite'));
  await folder.write({
    'src/main.ts': 'export const mount = (element: HTMLElement) => element;',
    'vite.config.js': `const resolveId = (id) => (id === '/@react-refresh' ? id : undefined);
     const react = { name: 'react', resolveId, buildStart() { ${start} } };
     export default { plugins: [react], build: ${JSON.stringify(build)} };`,
  });
}

test.each([{ rolldownOptions: { input: { orders: 'src/main.ts' } } }, { lib: { entry: 'src/main.ts' } }])(
  'it runs the development server of Vite for pages of any origin, and ends it: %j',
  async (build) => {
    await useVite(build);
    const { child, ended, printed } = dev('--portal', 'http://portal.test');
    const [, address = ''] = await printed(/#portico-override=@module\/orders,(\S+\/src\/main\.ts)$/m);
    const answer = await fetch(address, { headers: { origin: 'https://portal.test' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const source = await answer.text();
    expect(source).toContain('export const mount = (element) => element');
    // The import comes before the module itself.
    expect(source).toMatch(/^import "\/@id\/\S*portico-react-refresh"/);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    expect(await readFile(folder.at('dist/orders.js'), 'utf8')).toBe('built before');
  },
);

test("it names the missing option of Vite's configuration", async () => {
  await useVite({});
  const { ended, output } = dev();
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain('The configuration of Vite names no entry: set build.rolldownOptions.input');
});

test("it explains how to install Rspack's command line", async () => {
  await folder.write({ 'rspack.config.mjs': 'export default {};' });
  const { ended, output } = dev();
  expect(await ended).toEqual([1, null]);
  expect(output()).toBe(
    '@rspack/cli is not installed here: run "npm install --save-dev @rspack/cli", or serve the output of a build with --dist.\n',
  );
});

test.each<[string, string, RegExp]>([
  ['{', '', /package\.json: It is not valid JSON: line 1, column 2\.\n$/],
  [
    '{}',
    '',
    /package\.json: It needs a field "portico", for example \{ "key": "orders", "entry": "orders\.js" \}\.\n$/,
  ],
  ['{ "portico": {} }', '', /package\.json: It needs a field "portico\.key", for example .*\n$/],
  ['{ "portico": { "key": "api", "entry": "a.js" } }', '', /"api" is an address of the portal itself\.\n$/],
  [
    '{ "portico": { "key": "orders", "entry": "../a.js" } }',
    '',
    /The entry is the name of a \.js or \.mjs file in the built folder, or mf-manifest\.json\.\n$/,
  ],
  [
    '',
    '',
    /^webpack is not installed here: run "npm install --save-dev webpack", or serve the output of a build with --dist\.\n$/,
  ],
  [
    '',
    '--https',
    /localhost\.pem does not exist: "mkcert -install localhost" creates a certificate and its key here\.\n$/,
  ],
  ['', '--portal localhost:9000', /^--portal is not an address such as https:\/\/portal\.example\.com\.\n$/],
])('it names the mistake in one sentence: %s %s', async (manifest, option, message) => {
  if (manifest) await folder.write({ 'package.json': manifest });
  const { ended, output } = dev(...option.split(' ').filter(Boolean));
  expect(await ended).toEqual([1, null]);
  expect(output()).toMatch(message);
});

test('it ends if Vite does not start', async () => {
  await useVite({ lib: { entry: 'src/main.ts' } }, 'throw new Error("Broken.");');
  const { ended, output } = dev();
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain('Unexpected error: Broken.');
});
