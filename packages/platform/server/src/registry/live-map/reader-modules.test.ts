import { sql } from 'drizzle-orm';
import { testServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';
import { createLiveImportMap } from './live-import-map';

const server = testServer();
const calls = publishingCalls(server);

const base = {
  imports: { '@portico/shared': '/@portico/core.js', '@module/built': '/built.js', '@module/other': '/other.js' },
  integrity: { '/@portico/core.js': 'sha384-core' },
  rollouts: {},
  entries: {},
};

test('the map for some modules is the whole map without the others', async () => {
  for (const module of ['orders', 'stock']) {
    const { token } = await calls.createToken(module);
    await calls.published(token, module, 'one');
    await calls.published(token, module, 'two', { version: '2.0.0', preloads: ['module.chunk.js'] });
  }
  const { getMap } = createLiveImportMap(server.database, server.now, 24, async () => base);
  const whole = (await getMap({ tenant: 'smsa', cohort: 1 })).importMap;
  const names = (map: Readonly<Record<string, unknown>>) => Object.keys(map).sort();
  expect(names(whole.imports)).toEqual([
    '@module/built',
    '@module/orders',
    '@module/other',
    '@module/stock',
    '@portico/shared',
  ]);

  const some = await getMap({ tenant: 'smsa', cohort: 1, modules: new Set(['orders', 'built', 'absent']) });
  expect(names(some.importMap.imports)).toEqual(['@module/built', '@module/orders', '@portico/shared']);
  expect(names(some.importMap.rollouts)).toEqual(['@module/orders']);
  expect(names(some.importMap.integrity).filter((address) => address.includes('stock'))).toEqual([]);
  for (const part of ['imports', 'integrity', 'rollouts'] as const) {
    expect(whole[part]).toEqual(expect.objectContaining(some.importMap[part]));
  }
  const chunk = '/modules/orders/2.0.0/module.chunk.js';
  expect(some.preloads).toEqual({ '@module/orders': [chunk] });
  expect(some.importMap.integrity).toHaveProperty([chunk]);
  // The same object for the same modules, so that its pages are rendered once.
  const again = await getMap({ tenant: 'smsa', cohort: 1, modules: new Set(['absent', 'built', 'orders']) });
  expect(again.importMap).toBe(some.importMap);
  expect((await getMap({ tenant: 'smsa', cohort: 1 })).importMap).toBe(whole);
});

test('a reader names a module by its key, or by a route of its version', async () => {
  const { token } = await calls.createToken('people');
  await calls.published(token, 'people', 'people', { declarations: { routes: ['staff'] } });
  const { getMap } = createLiveImportMap(server.database, server.now, 24, async () => base);
  for (const wanted of ['people', 'staff']) {
    const { importMap } = await getMap({ modules: new Set([wanted]) });
    const address = importMap.imports['@module/people'] ?? '';
    expect(importMap.entries[address]?.declarations).toEqual({ routes: ['staff'] });
  }
  expect((await getMap({ modules: new Set(['teams']) })).importMap.imports).not.toHaveProperty('@module/people');
});

test('a map also has the further modules of a reader that add something to pages', async () => {
  const declarations = (place: string) => ({
    parcels: { card: 'Card' },
    contributions: [{ place, parcel: 'card', order: 1 }],
  });
  const entries = {
    '/a.js': { declarations: declarations('home') },
    '/b.js': { declarations: { parcels: { card: 'Card' } } },
    '/c.js': { declarations: { events: { 'a:b': { schema: true, tabs: 'all' as const } } } },
  };
  const imports = { '@module/a': '/a.js', '@module/b': '/b.js', '@module/c': '/c.js', '@module/d': '/a.js' };
  const { getMap } = createLiveImportMap(server.database, server.now, 24, async () => ({ ...base, imports, entries }));
  const modules = new Set(['b']);
  const some = async (contributors?: ReadonlySet<string>) =>
    Object.keys((await getMap({ modules, contributors })).importMap.imports);
  expect(await some()).toEqual(['@module/b']);
  expect(await some(new Set(['a', 'b', 'c', 'absent']))).toEqual(['@module/a', '@module/b', '@module/c']);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`@module/many-${index}`, '/a.js']));
  const { getMap: getMany } = createLiveImportMap(server.database, server.now, 24, async () => ({
    ...base,
    imports: many,
    entries,
  }));
  const { importMap } = await getMany({ modules, contributors: { has: () => true } });
  expect(Object.keys(importMap.imports)).toHaveLength(200);
});

test('modules that could not be read are read again, before anything is published', async () => {
  const { getModules } = createLiveImportMap(server.database, server.now, 24, async () => base);
  await server.database.execute(sql`alter table live_modules rename to live_modules_away`);
  await expect(getModules()).rejects.toThrow();
  await server.database.execute(sql`alter table live_modules_away rename to live_modules`);
  expect([...(await getModules()).keys()].sort()).toEqual(['built', 'orders', 'other', 'people', 'stock']);
});
