import type { AllowedNeeds } from '@portico/contract';
import { createUnchangedModule, type LiveModule } from './live-module';
import { createMapEdition } from './map-edition';
import { type ResolvedModule, resolveModule } from './resolve-module';
import { initialState } from './transitions';

const base = {
  imports: { react: '/@portico/libraries.js', '@module/built': '/built/entry.js' },
  integrity: {},
  rollouts: {},
  entries: {},
};
const version = (name: string, module = 'smsa') => ({
  module,
  version: name,
  address: `/modules/smsa/${name}/entry.js`,
  integrity: { [`/modules/smsa/${name}/chunk.js`]: `sha384-${name}` },
  preloads: [`/modules/smsa/${name}/chunk.js`],
  entry: name === '1' ? {} : { form: 'es-module' as const },
});
const resolve = (live: LiveModule): ResolvedModule => resolveModule(live, base, new Date(0), 24);
const createEdition = (published: readonly ResolvedModule[], allowed?: AllowedNeeds) => {
  const all = [resolve(createUnchangedModule('built')), ...published];
  return createMapEdition(base, new Map(all.map((one) => [one.module, one])), allowed);
};
const createLive = (module: string, canary: LiveModule['state']['canary']): LiveModule => ({
  module,
  state: { ...initialState, version: '1', canary },
  versions: new Map(['1', '2'].map((name) => [name, version(name, module)])),
});
const smsa = resolve(createLive('smsa', { version: '2', audience: { tenants: ['finouro'] }, since: '' }));

test('a page has the files of its user’s version, with their integrity', () => {
  const { getMap } = createEdition([smsa]);
  const live = getMap({ tenant: 'smsa' });
  expect(live.preloads).toEqual({ '@module/smsa': ['/modules/smsa/1/chunk.js'] });
  const canary = getMap({ tenant: 'finouro', modules: new Set(['smsa']) });
  expect(canary.preloads).toEqual({ '@module/smsa': ['/modules/smsa/2/chunk.js'] });
  expect(canary.importMap.integrity).toMatchObject({ '/modules/smsa/2/chunk.js': 'sha384-2' });
  expect(getMap({ tenant: 'smsa', modules: new Set(['built']) }).preloads).toEqual({});
});

test('pages of other users report the live version that a canary is compared with', () => {
  const { getMap } = createEdition([smsa, resolve(createLive('stock', null))]);
  expect(getMap({ tenant: 'smsa' }).importMap.compared).toEqual({ '@module/smsa': '1' });
  expect(getMap({ tenant: 'finouro' }).importMap.compared).toBeUndefined();
  expect(getMap({ tenant: 'smsa', hasFallbacks: false }).importMap.compared).toBeUndefined();
});

test('a page has the form of its user’s version and of the fallback', () => {
  const { getMap } = createEdition([smsa]);
  const isModule = { '/modules/smsa/2/entry.js': { form: 'es-module' } };
  expect(getMap({ tenant: 'smsa' }).importMap.entries).toEqual({});
  expect(getMap({ tenant: 'finouro' }).importMap.entries).toEqual(isModule);
  const later: ResolvedModule = { ...smsa, live: version('1'), previous: version('2'), isInRollout: true };
  expect(createEdition([later]).getMap({}).importMap.entries).toEqual(isModule);
});

test('the integrity of an address that left the map leaves with it, in pages after the fallback', () => {
  const address = base.imports['@module/built'];
  const ofBuild = { ...base, integrity: { [address]: 'sha384-built' } };
  const published = resolveModule(createLive('built', null), ofBuild, new Date(0), 24);
  const getMap = (live: ResolvedModule, hasFallbacks = true) =>
    createMapEdition(ofBuild, new Map([['built', live]])).getMap({ hasFallbacks }).importMap;
  expect(Object.keys(getMap(published).integrity)).toEqual(['/modules/smsa/1/chunk.js']);
  const fallback = { ...published, previous: resolve(createUnchangedModule('built')).live, isInRollout: true };
  expect(getMap(fallback).integrity).toHaveProperty([address]);
  expect(getMap(fallback, false)).toMatchObject({
    integrity: { '/modules/smsa/1/chunk.js': 'sha384-1' },
    rollouts: {},
  });
  expect(getMap(fallback, false).integrity).not.toHaveProperty([address]);
  const removed = { ...published, live: undefined };
  expect(getMap(removed).integrity).toEqual({});
});

test('the same modules are the same map, whatever else was asked for', () => {
  const { getMap } = createEdition([smsa]);
  const map = getMap({ modules: new Set(['smsa', 'built']) });
  expect(getMap({ modules: new Set(['built', 'nobody', 'smsa']) })).toBe(map);
  expect(getMap({ modules: new Set(['built']) })).not.toBe(map);
  expect(getMap({})).toBe(getMap({}));
});

describe('a module that another one imports', () => {
  const importing = {
    ...version('1', 'books'),
    address: '/modules/books/1/entry.js',
    entry: { shared: { '@module/smsa': '*' } },
  };
  const state = { ...initialState, version: '1' };
  const books = resolve({ module: 'books', state, versions: new Map([['1', importing]]) });
  const reader = { tenant: 'finouro', modules: new Set(['books']) };
  const scopes = { '/modules/books/1/': { '@module/smsa': '/modules/smsa/2/entry.js' } };

  test('is the canary of the reader, also in a map that does not name it', () => {
    const { getMap } = createEdition([smsa, books]);
    expect(getMap(reader).importMap.scopes).toEqual(scopes);
    expect(getMap({ ...reader, tenant: 'smsa' }).importMap.scopes).not.toEqual(scopes);
  });

  test('is so for a preview that imports it, too', () => {
    const { getMap } = createEdition([smsa]);
    const previews = [importing];
    expect(getMap({ ...reader, previews }).importMap.scopes).toEqual(scopes);
  });
});

describe('the packages of readers', () => {
  const percent = { percent: 50 };
  const createCanary = (module: string) =>
    resolve({
      module,
      state: { ...initialState, version: '1.0.0', canary: { version: '2.0.0', audience: percent, since: '' } },
      versions: new Map(['1.0.0', '2.0.0'].map((name) => [name, version(name, module)])),
    });
  /** Counts the searches for packages. */
  function countPackages(published: readonly ResolvedModule[]) {
    let reads = 0;
    const counted = {
      ...resolve({ module: '@acme/counted', state: initialState, versions: new Map() }),
      get versions() {
        reads += 1;
        return new Map();
      },
    };
    const { getMap } = createEdition([...published, counted]);
    reads = 0;
    return {
      countFor: (cohort: number, modules?: ReadonlySet<string>) => {
        const before = reads;
        getMap({ cohort, modules });
        return reads - before;
      },
    };
  }
  const cohorts = Array.from({ length: 1000 }, (_, cohort) => cohort);

  test('are found once, whichever canaries that nothing imports the readers get', () => {
    const { countFor } = countPackages(['a', 'b', 'c', 'd'].map(createCanary));
    expect(countFor(0)).toBeGreaterThan(0);
    for (const cohort of cohorts) expect(countFor(cohort)).toBe(0);
  });

  test('are kept for a limited number of sets of canaries', () => {
    const names = Array.from({ length: 10 }, (_, number) => `@acme/package-${number}`);
    const { countFor } = countPackages([...names, 'stock'].map(createCanary));
    expect(countFor(0)).toBeGreaterThan(0);
    expect(countFor(0, new Set())).toBe(0);
    for (const cohort of cohorts) countFor(cohort);
    expect(countFor(0, new Set(['built']))).toBeGreaterThan(0);
  });
});

describe('what modules need from the content policy', () => {
  const api = 'https://api.acme.test';
  const allowed = {
    '*': { connections: [api] },
    smsa: { wasm: true as const },
    built: { frames: ['https://maps.test'] },
  };
  const needing: ResolvedModule = {
    ...smsa,
    live: { ...version('1'), policy: { connections: [api, 'https://other.test'] } },
    canary: { ...version('2'), policy: { wasm: true, workers: true }, audience: { tenants: ['finouro'] }, since: '' },
  };

  test('is what the versions of the reader declare and the operator allows, whichever modules the map names', () => {
    const { getMap } = createEdition([needing], allowed);
    const built = { frames: ['https://maps.test'] };
    expect(getMap({ tenant: 'smsa', modules: new Set() }).needs).toEqual({ connections: [api], ...built });
    expect(getMap({ tenant: 'finouro' }).needs).toEqual({ wasm: true, connections: [api], ...built });
  });

  test('is also what the version to fall back to declares, and ends with the version', () => {
    const previous = { ...version('0'), policy: { wasm: true as const } };
    const inRollout = { ...smsa, canary: undefined, previous, isInRollout: true };
    const onlySmsa = { smsa: allowed.smsa };
    expect(createEdition([inRollout], onlySmsa).getMap({}).needs).toEqual({ wasm: true });
    expect(createEdition([{ ...inRollout, isInRollout: false }], onlySmsa).getMap({}).needs).toEqual({});
  });

  test('is also what packages declare, in the versions of the map', () => {
    const location = (name: string, policy: object) =>
      [name, { ...version(name, '@acme/styleguide'), policy }] as const;
    const versions = new Map([location('1.0.0', { wasm: true }), location('2.0.0', { connections: [api] })]);
    const state = { ...initialState, version: '2.0.0', earlierVersions: ['1.0.0'] };
    const published = [resolve({ module: '@acme/styleguide', state, versions })];
    const grants = { '@acme/styleguide': { wasm: true as const }, '*': { connections: [api] } };
    expect(createEdition(published, grants).getMap({}).needs).toEqual({ connections: [api] });
  });

  test('is style attributes of live versions, which no operator has to allow', () => {
    const styled = {
      ...smsa,
      live: { ...version('1'), policy: { styleAttributes: true as const, wasm: true as const } },
    };
    expect(createEdition([styled]).getMap({}).needs).toEqual({ styleAttributes: true });
    expect(createEdition([smsa]).getMap({}).needs).toEqual({});
  });

  test('is what a preview declares, in its browser alone', () => {
    const { getMap } = createEdition([smsa], { '*': { wasm: true } });
    const previews = [{ ...version('3'), policy: { wasm: true as const } }];
    expect(getMap({ previews }).needs).toEqual({ wasm: true });
    expect(getMap({}).needs).toEqual({});
  });
});
