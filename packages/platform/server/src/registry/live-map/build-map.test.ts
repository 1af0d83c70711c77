import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importMapTopic } from '@portico/contract';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-map-'));
const file = path.join(folder, 'map.json');
beforeAll(() => build({ '@module/orders': '/built/1.js' }));
const server = testServer({ PORTICO_IMPORT_MAP: file });
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders'));
});

const build = (imports: Record<string, string>) =>
  writeFile(file, JSON.stringify({ imports, integrity: { '/built/1.js': 'sha384-built' } }));

test('a deployment of the shell needs no restart and keeps the published versions', async () => {
  const { address, version } = await calls.published(token, 'orders', 'one');
  await build({ '@module/orders': '/built/2.js', '@module/new': '/built/new.js' });
  const map = await calls.readMap();
  expect(map.imports).toEqual({ '@module/orders': address, '@module/new': '/built/new.js' });
  expect(map.rollouts).toEqual({ '@module/orders': { version, fallback: '/built/2.js' } });
  expect(map.integrity['/built/1.js']).toBe('sha384-built');
  expect(await calls.changed(token, 'orders', 'rollback')).toMatchObject({ version: null, address: '/built/2.js' });
});

test('nothing is published while the map of the build is broken', async () => {
  const records = await calls.history(token);
  await writeFile(file, '{');
  expect(await readError(await calls.publish(token, 'orders', builtModule('two')))).toBe('503 build-invalid');
  await build({ '@module/orders': '/built/2.js' });
  expect(await calls.history(token)).toEqual(records);
  expect(await calls.getAddress('orders')).toBe('/built/2.js');
});

test('every browser gets the announcement of a change, and no message of a client', async () => {
  const clients = createRealtimeClients(server);
  try {
    const email = 'ana@portico.test';
    const session = await server.signIn(email);
    const { client, subscribe } = await clients.connect({ username: email, password: session.token });
    const heard: string[] = [];
    client.removeAllListeners('message');
    client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
    expect(await subscribe(importMapTopic)).toBe(0);

    await calls.published(token, 'orders', 'three');
    const [{ revision } = { revision: 0 }] = await calls.history(token, '?limit=1');
    // Consoles get a message of their own.
    const listRevisions = () => heard.filter((message) => message.includes('revision'));
    await waitFor(async () => (listRevisions().length > 0 ? true : undefined));
    expect(listRevisions()).toEqual([`${importMapTopic} {"revision":${revision}}`]);

    client.publish(importMapTopic, '{}');
    await waitFor(async () => (client.connected ? undefined : true));
    await expect(clients.connect({ username: email, password: 'nonsense' })).rejects.toThrow();
  } finally {
    await clients.closeAll();
  }
});
