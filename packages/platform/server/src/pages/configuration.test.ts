// Runs on PGlite and on PostgreSQL.
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTenantHosts } from '../identity/accounts/tenant-hosts';
import { insertTenant } from '../identity/accounts/tenant-repository';
import { readEnvironment } from '../process/environment';
import { defaultConfiguration, readConfiguration } from '../process/server-configuration';
import { openTestDatabase } from '../testing/test-database';
import { createReadHost } from './host-configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));

async function createConfiguration(text: string) {
  const file = path.join(folder, 'configuration.json');
  await writeFile(file, text);
  return readConfiguration(file);
}

test('the embedded platform knows its hosts and the origins of modules', () => {
  expect(defaultConfiguration(readEnvironment({}), 'http://localhost:9100')).toEqual({
    apiUrl: '/api',
    hosts: { localhost: 'smsa', '127.0.0.1': 'finouro', 'smsa.localhost': 'smsa', 'finouro.localhost': 'finouro' },
    tenants: {},
    moduleOrigins: ['http://localhost:9100', 'http://localhost:9200'],
    overrides: ['http://localhost:9200'],
    moduleTimeout: 15_000,
    realtime: { credentials: 'session', url: '/realtime' },
  });
});

test('with its own database a portal trusts no origin by default and has no overrides', () => {
  const environment = readEnvironment({ DATABASE_URL: 'postgres://db/portico' });
  expect(defaultConfiguration(environment, undefined)).toMatchObject({
    hosts: {},
    moduleOrigins: [],
    overrides: 'off',
  });
});

test('the error of an invalid file is one sentence', async () => {
  await expect(createConfiguration('{')).rejects.toThrow(
    /configuration\.json: It is not valid JSON: line 1, column 2\.$/,
  );
  await expect(createConfiguration('{"moduleOrigins":["https://a.example/"]}')).rejects.toThrow(
    /It is wrong at "moduleOrigins\.0": "https:\/\/a\.example\/" is not an exact origin/,
  );
});

test('a host gets only its own tenant', async () => {
  const database = await openTestDatabase(path.join(folder, 'data'));
  await insertTenant(database.executor, { key: 'finouro', name: 'Finouro', accent: '#1d5fae' });
  await insertTenant(database.executor, { key: 'other', name: 'Other' });
  const base = await createConfiguration(
    '{"hosts":{"portal.example.com":"finouro"},"supportUrl":"https://a.example/help"}',
  );
  const hosts = await createTenantHosts(database.executor, base.hosts, console);
  const readHost = createReadHost(base, database.executor, hosts);
  const getConfiguration = async (hostname: string) => (await readHost(hostname)).configuration;
  const getTenants = async (hostname: string) => (await getConfiguration(hostname)).tenants;

  expect(hosts.getTenantKey('Portal.example.com')).toBe('finouro');
  expect((await getConfiguration('Portal.example.com')).hosts).toEqual({ 'portal.example.com': 'finouro' });
  expect((await getConfiguration('other.example.com')).hosts).toEqual({});
  expect(await getTenants('portal.example.com')).toEqual({ finouro: { name: 'Finouro', accent: '#1d5fae' } });
  expect(await getTenants('other.example.com')).toEqual({ other: { name: 'Other' } });
  expect(await getTenants('nowhere.example.com')).toEqual({});
  expect(await getTenants('')).toEqual({});
  expect((await getConfiguration('')).supportUrl).toBe('https://a.example/help');
  await hosts.closeHosts();
  await database.close();
});

test.each([
  ['{"moduleOrigin": []}', 'moduleOrigin'],
  ['{"tenants": {"acme": {"name": "Acme", "colour": "#000000"}}}', 'tenants.acme.colour'],
  ['{"realtime": {"urls": "/realtime"}}', 'realtime.urls'],
])('an unknown key is named: %s', async (text, key) => {
  await expect(createConfiguration(text)).rejects.toThrow(`It has an unknown key "${key}".`);
});

test('the names of hosts may be in upper case', async () => {
  expect((await createConfiguration('{"hosts": {"Portal.Example": "acme"}}')).hosts).toEqual({
    'portal.example': 'acme',
  });
});

test('the file may begin with a byte order mark', async () => {
  await expect(createConfiguration('\uFEFF{"apiUrl": "/v1"}')).resolves.toMatchObject({ apiUrl: '/v1' });
});
