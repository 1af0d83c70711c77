import { existsSync, mkdtempSync } from 'node:fs';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { distFolder } from './process/folders';
import { copyEmptyDatabase } from './testing/embedded-template';
import { shellImports } from './testing/shell-imports';
import { killProcesses, startProcess, startServerProcess } from './testing/start-process';
import { createTestClient } from './testing/test-client';
import { publishingCalls } from './testing/test-publishing';
import { waitFor } from './testing/wait-for';

const dataFolder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
const importMap = path.join(dataFolder, 'import-map.json');
beforeAll(async () => {
  // The build's own file may not exist yet.
  await writeFile(importMap, JSON.stringify({ imports: shellImports }));
  // Creating a database takes seconds, and the browser tests cover it.
  await copyEmptyDatabase(dataFolder);
});
afterAll(killProcesses);

const main = 'server/main.js';
const variables = () => ({
  PORTICO_DATA: dataFolder,
  PORTICO_IMPORT_MAP: importMap,
  PORT: '0',
  MODULES_PORT: '0',
});

test('prints its address, finishes current calls at SIGTERM, starts again, and drains', async () => {
  const server = await startServerProcess(variables());
  await waitFor(async () => server.output().includes('ana@portico.test') || undefined);
  expect((await stat(path.join(dataFolder, 'operator.key'))).mode & 0o777).toBe(0o600);
  const key = await readFile(path.join(dataFolder, 'operator.key'), 'utf8');
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);

  const underWay = await startSignIn(server.url);
  server.kill('SIGTERM');
  await waitFor(() =>
    fetch(server.url).then(
      () => undefined,
      () => true,
    ),
  );
  expect(await underWay.finish()).toBe(200);
  expect(await server.exit).toBe(0);
  expect(server.errors()).toBe('');
  expect(await readdir(dataFolder)).not.toContain('server.lock');

  const again = await startServerProcess({ ...variables(), PORTICO_DRAIN_SECONDS: '3600', LOG_LEVEL: 'info' });
  expect(await readFile(path.join(dataFolder, 'operator.key'), 'utf8')).toBe(key);
  const port = new URL(again.url).port;
  const second = startProcess(main, [], variables());
  expect(await second.exit).toBe(1);
  expect(second.errors()).toMatch(/^The data folder \S+ is in use by another process; [^\n]*\.\n$/);

  const otherFolder = path.join(dataFolder, 'other');
  await copyEmptyDatabase(otherFolder);
  const third = startProcess(main, [], { ...variables(), PORTICO_DATA: otherFolder, PORT: port });
  expect(await third.exit).toBe(1);
  expect(third.errors()).toBe(
    `Port ${port} is taken; stop what uses it, or choose another by PORT, MODULES_PORT or METRICS_PORT.\n`,
  );
  expect(await readdir(otherFolder).catch(() => [])).not.toContain('server.lock');

  await startSignIn(again.url).then(({ finish }) => finish());

  again.kill('SIGTERM');
  const stopping = await waitFor(async () => {
    const response = await fetch(`${again.url}/health/ready`);
    return response.status === 503 ? response : undefined;
  });
  expect(await stopping.json()).toEqual({ status: 'stopping' });
  const served = await fetch(`${again.url}/health/live`);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  const logged = `"reqId":"${served.headers.get('x-request-id')}"`;
  await waitFor(async () => again.output().includes(logged) || undefined);
  // No body of a request.
  expect(again.output()).not.toMatch(/^\{.*portico-demo/m);
  again.kill('SIGINT');
  expect(await again.exit).toBe(0);
  expect(again.errors()).toBe('');
});

test('the parser of an entry ends with the server', async () => {
  const server = await startServerProcess(variables());
  const operatorKey = (await readFile(path.join(dataFolder, 'operator.key'), 'utf8')).trim();
  const calls = publishingCalls({ ...createTestClient(server.url), operatorKey });
  // Parsing takes a time that grows with the square of the number of names.
  const names = Array.from({ length: 400_000 }, (_, index) => `a${index}`);
  const publication = calls.publish(operatorKey, 'orders', { 'module.js': `export {}; let ${names};` });
  const answer = publication.catch(() => 'closed');
  const children = `/proc/${server.id}/task/${server.id}/children`;
  const parser = await waitFor(async () => (await readFile(children, 'utf8')).trim() || undefined);
  server.kill('SIGTERM');
  expect([await answer, await server.exit]).toEqual(['closed', 0]);
  // The command line of an ended process is empty or missing.
  const isRunning = async () => (await readFile(`/proc/${parser}/cmdline`, 'utf8').catch(() => '')) !== '';
  expect(await isRunning()).toBe(false);
});

test('a signal ends a start, and the data folder is free', async () => {
  const folder = path.join(dataFolder, 'starting');
  const server = startProcess(main, [], { ...variables(), PORTICO_DATA: folder });
  await waitFor(async () => existsSync(path.join(folder, 'database')) || undefined);
  server.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(server.errors()).toBe('');
  expect(await readdir(folder)).not.toContain('server.lock');
});

test.each([
  [{ PORT: 'high' }, 'PORT must be a port number.\n'],
  [
    { HOST: 'portal.invalid' },
    'The host portal.invalid cannot be found; set HOST to a name or an address of this machine.\n',
  ],
  [{ PORTICO_CONFIG: '/nowhere/portico.json' }, 'The configuration /nowhere/portico.json cannot be read.\n'],
  [
    { PORTICO_IMPORT_MAP: '/nowhere/map.json' },
    'The import map /nowhere/map.json cannot be used: map.json cannot be read.\n',
  ],
  [
    { DATABASE_URL: 'postgres://portico:secret@127.0.0.1:1/portico' },
    'PostgreSQL cannot be reached at the address of DATABASE_URL.\n',
  ],
])('ends with one sentence after a wrong configuration: %j', async (wrong, sentence) => {
  const server = startProcess(main, [], { ...variables(), ...wrong });
  expect(await server.exit).toBe(1);
  expect(server.errors()).toBe(sentence);
});

test('a stack trace names the folder that the program runs in, also if another one compiled it first', async () => {
  const copy = path.join(dataFolder, 'copy');
  await cp(path.join(distFolder, 'server'), copy, { recursive: true });
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent('process.on = () => { throw new Error() }')}`;
  for (const file of [path.join(distFolder, main), path.join(copy, 'main.js')]) {
    const server = startProcess(file, [], { NODE_OPTIONS });
    await server.exit;
    const named = [...server.errors().matchAll(/\bfile:\/\/(\/\S+?\.js)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set([file]));
  }
});

/** Starts a sign-in whose headers have arrived and whose body is missing. */
function startSignIn(url: string): Promise<{ finish: () => Promise<number | undefined> }> {
  const call = request(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => resolve(response.resume().statusCode));
  });
  const finish = () => {
    call.end('{"email":"ana@portico.test","password":"portico-demo"}');
    return status;
  };
  call.flushHeaders();
  return new Promise((resolve) => call.once('continue', () => resolve({ finish })));
}
