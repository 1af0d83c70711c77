import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  killProcesses,
  operatorKey,
  sharedVariables,
  startProcess,
  startServerProcess,
  type TestProcess,
} from '../../testing/start-process';
import { createTestClient, readError } from '../../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../../testing/test-database';
import { builtModule, publishingCalls } from '../../testing/test-publishing';

jest.setTimeout(120_000);

const modules = ['one', 'two', 'three', 'four', 'five'];

let folder: string;
let database: PostgresDatabase;
let processes: (TestProcess & { url: string })[];
beforeAll(async () => {
  database = await createPostgresDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  const importMap = path.join(folder, 'import-map.json');
  await writeFile(importMap, '{"imports":{}}');
  const variables = {
    ...sharedVariables(database.url, folder),
    PORTICO_IMPORT_MAP: importMap,
    ...(process.env.TEST_MQTT_URL && { MQTT_URL: process.env.TEST_MQTT_URL }),
    LOG_LEVEL: 'silent',
  };
  processes = [await startServerProcess(variables), await startServerProcess(variables)];
});
afterAll(async () => {
  killProcesses();
  await Promise.all(processes.map(({ exit }) => exit));
  await database.drop();
});

const getServers = () => processes.map(({ url }) => publishingCalls({ ...createTestClient(url), operatorKey }));

test('a hundred concurrent publications by four processes at two servers are all kept', async () => {
  const [first] = getServers();
  if (!first) throw new Error('There is no server.');
  const { token } = await first.createToken(...modules);
  const publishers = ['a', 'b', 'c', 'd'].map((who) => {
    const names = Array.from({ length: 25 }, (_, number) => `${modules[number % 5]} ${who}${number}`);
    const variables = {
      PUBLISHED_AT: processes.map(({ url }) => url).join(),
      PUBLISHED_AS: token,
      PUBLISHED_NAMES: names.join(),
    };
    return startProcess('testing/publish-many.js', [], variables);
  });
  const exits = await Promise.all(publishers.map(({ exit }) => exit));
  expect([exits, publishers.map(({ errors }) => errors())]).toEqual([
    [0, 0, 0, 0],
    ['', '', '', ''],
  ]);

  const records = (await first.history(token, '?limit=200')).reverse();
  expect(records.map(({ revision }) => revision)).toEqual(Array.from({ length: 100 }, (_, number) => number + 1));
  expect(new Set(records.map(({ module, to }) => `${module} ${to}`)).size).toBe(100);
  for (const module of modules) {
    const own = records.filter((record) => record.module === module);
    // Each followed the one before.
    expect(own.map(({ from }) => from)).toEqual([null, ...own.slice(0, -1).map(({ to }) => to)]);
    for (const server of getServers()) {
      expect(await server.getAddress(module)).toBe(`/modules/${module}/${own.at(-1)?.to}/module.js`);
    }
  }
});

test('the second of two publications with the same `from` is refused', async () => {
  const [first, second] = getServers();
  if (!first || !second) throw new Error('There are two servers.');
  await first.published(operatorKey, 'six', 'base', { version: 'base' });
  const answers = await Promise.all(
    [first, second].map((server, number) =>
      server.publish(operatorKey, 'six', builtModule(`next ${number}`), { version: `next-${number}`, from: 'base' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused && (await readError(refused))).toBe('409 version-not-live');
});

test('every server serves every version immediately', async () => {
  const [first] = getServers();
  const status = await first?.published(operatorKey, 'seven', 'seven');
  for (const { url } of processes) expect((await fetch(url + status?.address)).status).toBe(200);
});

test('a change that waits too long fails and changes nothing', async () => {
  const [first] = getServers();
  if (!first) throw new Error('There is no server.');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query('select * from live_map for update');
  // Concurrently.
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((version) => first.publish(operatorKey, 'eight', builtModule('eight'), { version })),
  );
  await client.query('rollback');
  await client.end();
  for (const answer of answers) expect(await readError(answer)).toBe('503 busy');
  expect(await first.history(operatorKey, '?module=eight')).toEqual([]);
  expect((await first.published(operatorKey, 'eight', 'eight')).module).toBe('eight');
});
