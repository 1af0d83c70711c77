import type { SharedPackages } from '@portico/contract/publishing';
import { eq } from 'drizzle-orm';
import { baseImports, startTestServer, testServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';
import { createDatabaseFileStore } from '../files/file-store';
import { listLiveModules } from '../live-map/live-module';
import { resolveModules } from '../live-map/resolve-module';
import { moduleVersions } from '../tables';
import { findCheckPackages } from './check-version';

// This program is not a Chromium.
const server = testServer({ PORTICO_CHROMIUM: process.execPath });
const calls = publishingCalls(server);

test('a check that cannot run refuses nothing, and the version is unchecked', async () => {
  const { token } = await calls.createToken('orders');
  expect(await calls.published(token, 'orders', 'one')).toMatchObject({ checked_by: 'nobody' });
  expect(await calls.published(token, 'orders', 'two', { checked: true })).toMatchObject({ checked_by: 'team' });
});

test('publishing a version again changes who has checked that version, and no other', async () => {
  const { token } = await calls.createToken('shop', 'bills');
  const publish = async (module: string, marker: string, options: object = {}) =>
    (await calls.published(token, module, marker, options)).checked_by;
  for (const marker of ['one', 'two']) await publish('shop', marker);
  // The same files, so also the same version.
  await publish('bills', 'one');
  expect(await publish('shop', 'one', { checked: true })).toBe('team');
  expect([await publish('shop', 'two'), await publish('bills', 'one')]).toEqual(['nobody', 'nobody']);

  await server.database.update(moduleVersions).set({ checkedBy: 'server' }).where(eq(moduleVersions.module, 'bills'));
  expect(await publish('bills', 'one', { checked: true })).toBe('server');
  expect([await publish('shop', 'one'), await publish('shop', 'two')]).toEqual(['team', 'nobody']);
});

test('a check gets the packages and modules that a version imports, as pages would load them', async () => {
  const name = '@acme/styleguide';
  const { token } = await calls.createToken(name, '@acme/base', 'stock');
  const publishPackage = (module: string, version: string, options: object = {}) => {
    const files = { 'module.js': `export const version = '${version}';`, 'late.css': `a { top: ${version[0]}px }` };
    return calls.publish(token, encodeURIComponent(module), files, { version, ...options });
  };
  await publishPackage('@acme/base', '3.0.0', { policy: { wasm: true, workers: true } });
  for (const version of ['1.0.0', '1.1.0', '2.0.0'])
    expect((await publishPackage(name, version, { shared: { '@acme/base': '^3' }, styles: ['late.css'] })).status).toBe(
      201,
    );
  await calls.published(token, 'stock', 'one');
  const { database } = server;
  const base = { imports: baseImports, integrity: {}, rollouts: {}, entries: {} };
  const find = async (shared: SharedPackages) => {
    const modules = resolveModules(await listLiveModules(database), base, server.now(), 24);
    const registry = {
      files: createDatabaseFileStore(database),
      modulePolicy: { '@acme/base': { wasm: true } },
    } as const;
    return findCheckPackages(database, registry, modules, shared);
  };
  const found = await find({ [name]: '^1', '@module/stock': '*' });
  expect(found).toMatchObject([
    { name, entry: 'module.js', details: { form: 'es-module', imports: ['@acme/base'], styles: ['late.css'] } },
    { name: '@module/stock', entry: 'module.js', details: {} },
    { name: '@acme/base', policy: { wasm: true } },
  ]);
  const texts = await Promise.all(found?.[0]?.files.map(async ({ read }) => String(await read())) ?? []);
  expect(texts.toSorted()).toEqual(['a { top: 1px }', "export const version = '1.1.0';"]);
  // The first is in the build's import map, the second does not exist.
  expect(await find({ '@module/welcome': '*' })).toBeUndefined();
  expect(await find({ [name]: '^4' })).toBeUndefined();

  // Each range gets its version, also where another one was found before.
  const copies = await find({ '@acme/base': '^2', [name]: '^1' });
  expect(copies).toBeUndefined();
  await publishPackage('@acme/base', '2.0.0');
  const response = await publishPackage('stock', 'three', { shared: { '@acme/base': '^2', [name]: '^1' } });
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('It imports two versions of @acme/base'),
  ]);
});

test('a Chromium that does not exist is named at the start', async () => {
  await expect(startTestServer({ PORTICO_CHROMIUM: '/nowhere/chromium' })).rejects.toThrow(
    'PORTICO_CHROMIUM must be the path of a Chromium.',
  );
});
