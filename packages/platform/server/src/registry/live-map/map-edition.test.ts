import type { ResolvedModule } from './live-module';
import { createMapEdition } from './map-edition';

const base = {
  imports: { react: '/@portico/libraries.js', '@module/built': '/built/entry.js' },
  integrity: {},
  rollouts: {},
};
const version = (name: string) => ({
  version: name,
  address: `/modules/smsa/${name}/entry.js`,
  integrity: { [`/modules/smsa/${name}/chunk.js`]: `sha384-${name}` },
  preloads: [`/modules/smsa/${name}/chunk.js`],
});
const smsa: ResolvedModule = {
  module: 'smsa',
  live: version('1'),
  previous: undefined,
  canary: { ...version('2'), audience: { tenants: ['finouro'] } },
  isInRollout: false,
};

test('a page knows the files of the version that its user gets, with their integrity', () => {
  const { getMap } = createMapEdition(base, [smsa]);
  const live = getMap({ tenant: 'smsa' });
  expect(live.preloads).toEqual({ '@module/smsa': ['/modules/smsa/1/chunk.js'] });
  const canary = getMap({ tenant: 'finouro', modules: new Set(['smsa']) });
  expect(canary.preloads).toEqual({ '@module/smsa': ['/modules/smsa/2/chunk.js'] });
  expect(canary.importMap.integrity).toMatchObject({ '/modules/smsa/2/chunk.js': 'sha384-2' });
  expect(getMap({ tenant: 'smsa', modules: new Set(['built']) }).preloads).toEqual({});
});

test('the same modules are the same map, whatever else was asked for', () => {
  const { getMap } = createMapEdition(base, [smsa]);
  const map = getMap({ modules: new Set(['smsa', 'built']) });
  expect(getMap({ modules: new Set(['built', 'nobody', 'smsa']) })).toBe(map);
  expect(getMap({ modules: new Set(['built']) })).not.toBe(map);
  expect(getMap({})).toBe(getMap({}));
});
