import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type RequestHandler, startLocalServer } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import { createProgram } from '../create-program';
import { CommandError } from '../terminal/arguments';

const folder = testFolder({
  'dist/orders.js': 'entry',
  'dist/chunk.js': 'chunk',
  'package.json': '{ "portico": { "key": "orders", "entry": "orders.js" } }',
});
let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;
let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Publishes the folder with a substitute for the check: it fails on request, and names one script to preload. */
async function publish(
  args: readonly string[],
  hasFailed = false,
  during = async () => {},
  hasStyleAttributes = false,
): Promise<void> {
  const files = { folder: '', templates: '', shell: '' };
  const results = [{ chunkGlobals: ['webpackChunkweb'], preloads: ['chunks/1.js'], hasStyleAttributes }];
  await createProgram(files, async () => {
    await during();
    return { hasFailed, results };
  }).parseAsync(['publish', folder.at(), ...args], { from: 'user' });
}

const status = {
  module: 'orders',
  version: '1.0.0',
  address: '/modules/orders/1.0.0/orders.js',
  since: '2026-01-01T00:00:00.000Z',
  in_rollout: false,
  canary: null,
};

/**
 * Starts a portal that lacks every file. `others` replaces the answers to calls that contain a word. Returns the
 * portal's options and the calls that it received.
 */
async function startPortal(others: Readonly<Record<string, RequestListener>> = {}, live: object = status) {
  const calls: string[] = [];
  const publications: unknown[] = [];
  const answer: RequestHandler = async (request, response) => {
    const { method = '', url = '' } = request;
    // The live version, for the change of the content policy.
    if (url.endsWith('/modules')) return void response.end(JSON.stringify([live]));
    calls.push(`${method} ${url.replace('/api/publishing/modules/orders/', '')}`);
    const [, other] = Object.entries(others).find(([part]) => url.includes(part)) ?? [];
    if (other) return other(request, response);
    const body = await text(request);
    if (method === 'PUT') return void response.writeHead(204).end();
    if (url.endsWith('versions')) publications.push(JSON.parse(body));
    response.end(url.endsWith('missing-files') ? body : JSON.stringify(status));
  };
  server = await startLocalServer(answer);
  return { calls, publications, options: ['--portal', server.origin, '--token', 'token'] };
}

const breakOff = ({ socket }: IncomingMessage) => void socket.destroy();

test('it prints and sends what the version needs that the live one does not', async () => {
  const policy = { connections: ['https://api.acme.test'], frames: ['https://maps.test'] };
  const portico = { key: 'orders', entry: 'orders.js', policy };
  await folder.write({ 'package.json': JSON.stringify({ portico }) });
  const live = { ...status, version: '0.9.0', policy: { wasm: true, connections: ['https://api.acme.test'] } };
  const { options, publications } = await startPortal({}, live);
  await publish(options);
  expect(lines.filter((line) => /^[+-] /.test(line))).toEqual([
    '+ It needs frames https://maps.test.',
    '- It no longer needs wasm.',
  ]);
  expect(publications).toEqual([expect.objectContaining({ policy })]);
});

test('style attributes that the check saw are a need of the version', async () => {
  const { options, publications } = await startPortal();
  await publish(options, false, undefined, true);
  expect(lines).toContain('+ It needs styleAttributes.');
  expect(publications).toEqual([
    expect.objectContaining({ policy: expect.objectContaining({ styleAttributes: true }) }),
  ]);
});

test.each([[[]], [['--version', 'latest']], [['--version', '1.4']]])(
  'a package without a semantic version is refused before anything is sent: %j',
  async (version) => {
    const portico = { key: '@acme/api', entry: 'orders.js' };
    await folder.write({ 'package.json': JSON.stringify({ portico }) });
    const { calls, options } = await startPortal();
    await expect(publish([...options, ...version])).rejects.toThrow(
      '@acme/api is a package: name its version, for example --version 1.4.0.',
    );
    expect(calls).toEqual([]);
  },
);

test('it publishes nothing if a live module has the same uniqueName', async () => {
  const entry = (text: string) => async (_request: unknown, response: ServerResponse) => void response.end(text);
  const { calls, options } = await startPortal(
    { '/stock.js': entry('self.webpackChunkweb=self.webpackChunkweb||[]') },
    { ...status, module: 'stock', address: '/modules/stock/1.0.0/stock.js' },
  );
  await expect(publish(options)).rejects.toThrow(
    'Not published: the live module stock has the same uniqueName, so both would register chunks at window.webpackChunkweb.',
  );
  expect(calls.some((call) => call.endsWith('versions'))).toBe(false);
});

test('it uploads the missing files and prints what is live as the last line', async () => {
  const { calls, publications, options } = await startPortal();
  await publish(options);
  expect(publications).toEqual([expect.objectContaining({ entry: 'orders.js', preloads: ['chunks/1.js'] })]);
  expect(calls.slice(0, 2)).toEqual(['POST missing-files', 'POST missing-files']);
  expect(calls.slice(2, -1)).toEqual([
    expect.stringMatching(/^PUT files\/[\w-]{64}$/),
    expect.stringMatching(/^PUT files\/[\w-]{64}$/),
  ]);
  expect(calls.at(-1)).toBe('POST versions');
  expect(lines.at(0)).toBe('2 files, 0.0 KB; the portal lacks 2.');
  expect(lines).toContainEqual(expect.stringMatching(/^Sent 2 of 2: \w+\.js, 0\.0 KB\.$/));
  const [, port] = options[1]?.match(/:(\d+)$/) ?? [];
  expect(lines.at(-1)).toBe(`orders 1.0.0 is live at http://localhost:${port}/modules/orders/1.0.0/orders.js.`);
});

test('it declares the packages that the module imports, and gives the check their addresses', async () => {
  const manifest = { portico: { key: 'orders', entry: 'orders.js', shared: { '@acme/styleguide': '^2.1' } } };
  await folder.write({ 'package.json': JSON.stringify(manifest) });
  const found = { imports: { '@acme/styleguide': '/modules/@acme~styleguide/2.3.0/index.js' }, integrity: {} };
  const { calls, publications, options } = await startPortal({
    'publishing/shared': (_request, response) => response.end(JSON.stringify(found)),
  });
  await publish(options);
  expect(calls[1]).toBe('POST /api/publishing/shared');
  expect(publications).toEqual([expect.objectContaining({ shared: { '@acme/styleguide': '^2.1' }, checked: true })]);
});

test('a package is published as unchecked', async () => {
  await folder.write({ 'package.json': '{ "portico": { "key": "@acme/styleguide", "entry": "orders.js" } }' });
  const { calls, publications, options } = await startPortal();
  await publish([...options, '--version', '1.4.0']);
  expect(calls[0]).toBe('POST /api/publishing/modules/%40acme%2Fstyleguide/missing-files');
  expect(publications).toEqual([expect.objectContaining({ checked: false })]);
});

test('it sends nothing when the check refuses the module', async () => {
  const { calls, options } = await startPortal();
  await expect(publish(options, true)).rejects.toThrow(new CommandError('Not published: the check failed.'));
  // Whether it may has been asked.
  expect(calls).toEqual(['POST missing-files']);
});

test('a refused credential fails before the check', async () => {
  const { options } = await startPortal({
    'missing-files': (_request, response) =>
      response.writeHead(403).end('{"code": "module-foreign", "message": "This token is for other modules."}'),
  });
  await expect(publish(options, true)).rejects.toThrow('This token is for other modules.');
});

test('it sends a file again, once, when the connection breaks', async () => {
  let broken = 0;
  const { calls, options } = await startPortal({
    'files/': (request, response) => {
      broken += 1;
      if (broken <= 2) return breakOff(request);
      request.resume().on('end', () => response.writeHead(204).end());
    },
  });
  await publish(options);
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/^orders 1\.0\.0 is live/);
});

test('it publishes nothing if the connection keeps breaking', async () => {
  const { calls, options } = await startPortal({ '/files/': breakOff });
  await expect(publish(options)).rejects.toThrow(/^The connection to the server was lost\.$/);
  expect(calls.some((call) => call.endsWith('versions'))).toBe(false);
});

test('it does not repeat a publication that may be live, and says where to look', async () => {
  const { calls, options } = await startPortal({ versions: breakOff });
  await expect(publish(options)).rejects.toThrow(
    'The connection to the server was lost. Run "portico status orders" to see what is live.',
  );
  expect(calls.filter((call) => call.endsWith('versions'))).toHaveLength(1);
});

test('it says the same if the answer to a publication breaks off', async () => {
  const halfAnswer: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(201, { 'content-length': 1000 }).write('{"module":');
      setTimeout(() => response.destroy(), 50);
    });
  };
  const { options } = await startPortal({ versions: halfAnswer });
  await expect(publish(options)).rejects.toThrow(
    'The connection to the server was lost. Run "portico status orders" to see what is live.',
  );
});

test('it uploads no files that the team hosts', async () => {
  const { calls, options } = await startPortal();
  await publish([...options, '--url', 'https://cdn.test/orders/1.0.0']);
  expect(calls).toEqual(['POST missing-files', 'POST versions']);
  expect(lines.at(0)).toBe(
    '2 files, 0.0 KB; the portal fetches and compares what is at https://cdn.test/orders/1.0.0/.',
  );
});

test.each<[string, string]>([
  ['--module stock', '--module is "stock", but '],
  ['--version ../1', '"../1" is not a version: '],
  ['--from -1', '"-1" is not a version: '],
  ['--url cdn.test/orders', '"cdn.test/orders" is not the address of a folder'],
  ['--url https://cdn.test/orders?x', '"https://cdn.test/orders?x" is not the address of a folder'],
  ['--url https://cdn.test/orders/orders.js', '"https://cdn.test/orders/orders.js" is not the address of a folder'],
  ['--percent 100', '"100" is not a percentage from 1 to 99.'],
  ['--percent 0', '"0" is not a percentage from 1 to 99.'],
  ['--percent 10 --tenant acme', 'use one of --tenant, --percent and --rollout'],
  ['--tenant acme,', '--tenant takes at most 100 tenant keys'],
  ['--dist build', 'build the module first.'],
  ['--portal localhost:9000', '--portal is not an address such as https://portal.example.com.'],
  ['--portal portal', '--portal is not an address such as https://portal.example.com.'],
])('it refuses before anything is sent: %s', async (typed, message) => {
  const { calls, options } = await startPortal();
  await expect(publish([...options, ...typed.split(' ')])).rejects.toThrow(message);
  expect(calls).toEqual([]);
});

test.each([
  ['another entry', { 'dist/orders.js': 'another entry' }],
  ['one more file', { 'dist/more.js': 'more' }],
])('it publishes nothing if the build changes during the check: %s', async (_what, files) => {
  const { calls, options } = await startPortal();
  await expect(publish(options, false, () => folder.write(files))).rejects.toThrow(
    'Not published: the files of the build changed during the check.',
  );
  expect(calls.filter((call) => !call.endsWith('missing-files'))).toEqual([]);
});
