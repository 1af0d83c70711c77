import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnvironment } from '../environment';
import { insertTenant } from '../tenants/tenant-repository';
import { startTimeoutMilliseconds } from '../testing/start-test-server';
import { openTestDatabase } from '../testing/test-database';
import { defaultConfiguration, readConfiguration } from './base-configuration';
import { createHostConfiguration } from './host-configuration';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function configurationOf(text: string) {
  const file = path.join(folder, 'configuration.json');
  await writeFile(file, text);
  return readConfiguration(file);
}

test('the embedded platform knows its hosts and where modules come from', () => {
  expect(defaultConfiguration(readEnvironment({}), 'http://localhost:9100')).toEqual({
    apiUrl: '/api',
    hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' },
    tenants: {},
    moduleOrigins: ['http://localhost:9100', 'http://localhost:9200'],
    overrides: ['http://localhost:9200'],
    moduleTimeout: 15_000,
    realtime: { credentials: 'session', url: '/realtime' },
  });
});

test('a deployment with a database of its own trusts no origin by default, and is a production portal', () => {
  const environment = readEnvironment({ DATABASE_URL: 'postgres://db/portico' });
  expect(defaultConfiguration(environment, undefined)).toMatchObject({
    hosts: {},
    moduleOrigins: [],
    overrides: 'off',
  });
});

test('a file that is wrong is told in one sentence', async () => {
  await expect(configurationOf('{')).rejects.toThrow(/configuration\.json is not valid JSON\.$/);
  await expect(configurationOf('{"moduleOrigins":["https://a.example/"]}')).rejects.toThrow(
    /is wrong at "moduleOrigins\.0": "https:\/\/a\.example\/" is not an exact origin/,
  );
});

test(
  'a host is told of its own tenant alone',
  async () => {
    const database = await openTestDatabase(path.join(folder, 'data'));
    await insertTenant(database.executor, { key: 'finouro', name: 'Finouro', accent: '#1d5fae' });
    await insertTenant(database.executor, { key: 'other', name: 'Other' });
    const base = await configurationOf(
      '{"hosts":{"portal.example.com":"finouro"},"supportUrl":"https://a.example/help"}',
    );
    const { configurationFor, tenantOf } = createHostConfiguration(base, database.executor);
    const tenants = async (hostname: string) => (await configurationFor(hostname)).tenants;

    expect(tenantOf('Portal.example.com')).toBe('finouro');
    expect(await tenants('portal.example.com')).toEqual({ finouro: { name: 'Finouro', accent: '#1d5fae' } });
    expect(await tenants('other.example.com')).toEqual({ other: { name: 'Other' } });
    expect(await tenants('nowhere.example.com')).toEqual({});
    expect(await tenants('')).toEqual({});
    expect((await configurationFor('')).supportUrl).toBe('https://a.example/help');
    await database.close();
  },
  startTimeoutMilliseconds,
);
