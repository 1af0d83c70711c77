import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess, startServerProcess } from './testing/start-process';
import { startTimeoutMilliseconds } from './testing/start-test-server';

jest.setTimeout(startTimeoutMilliseconds);

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
});
afterAll(() => rm(dataFolder, { recursive: true }));

const main = 'packages/server/src/main.ts';
const variables = () => ({ PORTICO_DATA: dataFolder, PORT: '0', MODULES_PORT: '0' });

test('says where to go, finishes what is under way at SIGTERM, and starts again', async () => {
  const server = await startServerProcess(variables());
  expect(server.output()).toContain('ana@portico.test');
  expect((await stat(path.join(dataFolder, 'operator.key'))).mode & 0o777).toBe(0o600);
  const key = await readFile(path.join(dataFolder, 'operator.key'), 'utf8');
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);

  const underWay = fetch(`${server.url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"ana@portico.test","password":"portico-demo"}',
  });
  await fetch(`${server.url}/health`);
  server.child.kill('SIGTERM');
  expect((await underWay).status).toBe(200);
  expect(await server.exit).toBe(0);
  expect(server.errors()).toBe('');
  expect(await readdir(dataFolder)).not.toContain('lock');

  const again = await startServerProcess(variables());
  expect(await readFile(path.join(dataFolder, 'operator.key'), 'utf8')).toBe(key);
  const port = new URL(again.url).port;
  const second = startProcess(main, [], variables());
  expect(await second.exit).toBe(1);
  expect(second.errors()).toMatch(/^The data folder \S+ is in use by process \d+; [^\n]*\.\n$/);

  const otherFolder = path.join(dataFolder, 'other');
  const third = startProcess(main, [], { ...variables(), PORTICO_DATA: otherFolder, PORT: port });
  expect(await third.exit).toBe(1);
  expect(third.errors()).toBe(`Port ${port} is taken; stop what uses it, or choose another by PORT or MODULES_PORT.\n`);
  expect(await readdir(otherFolder)).not.toContain('lock');

  again.child.kill('SIGINT');
  expect(await again.exit).toBe(0);
});

test.each([
  [{ PORT: 'high' }, 'PORT must be a port number.\n'],
  [{ PORTICO_CONFIG: '/nowhere/portico.json' }, 'The configuration /nowhere/portico.json cannot be read.\n'],
  [
    { DATABASE_URL: 'postgres://portico:secret@127.0.0.1:1/portico' },
    'The database of DATABASE_URL cannot be reached or brought up to date.\n',
  ],
])('ends with one sentence when it is configured wrongly: %j', async (wrong, sentence) => {
  const server = startProcess(main, [], { ...variables(), ...wrong });
  expect(await server.exit).toBe(1);
  expect(server.errors()).toBe(sentence);
});
