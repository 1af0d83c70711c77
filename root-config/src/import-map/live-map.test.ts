import { readPage } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/module-import';
import { getActiveImports } from '../reports/attribute';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { type AbsoluteMap, diffImportMaps, refreshLiveMap } from './live-map';

const imports = {
  '@module/fresh': 'https://cdn.test/fresh/1.js',
  '@module/running': 'https://cdn.test/running/1.js',
  '@module/overridden': 'https://cdn.test/overridden/1.js',
  '@portico/profile': 'https://cdn.test/profile/1.js',
};
const overrides = { '@module/overridden': 'http://localhost:9200/module.js' };

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports });
  const script = { type: 'systemjs-importmap', id: 'import-map-overrides' };
  const textContent = JSON.stringify({ imports: overrides });
  document.head.append(Object.assign(document.createElement('script'), { ...script, textContent }));
  System.addImportMap({ imports: overrides });
});
afterAll(() => loader.close());

test('a module that has not loaded gets its new address; a loaded module, an override and the shell keep theirs', async () => {
  evaluatedModules.set('@module/running', imports['@module/running']);
  const moved = Object.entries(imports).map(([name, address]) => [name, address.replace('1.js', '2.js')]);
  loader.live.map = { imports: { ...Object.fromEntries(moved), '@module/new': 'https://cdn.test/new/1.js' } };
  await expect(refreshLiveMap()).resolves.toBe(true);
  expect(getActiveImports()).toEqual({
    ...imports,
    ...overrides,
    '@module/fresh': 'https://cdn.test/fresh/2.js',
    '@module/new': 'https://cdn.test/new/1.js',
  });
});

test('a refresh is repeated, unless one since the given time is enough', async () => {
  const since = performance.now();
  const { requests } = loader.live;
  await refreshLiveMap();
  expect(loader.live.requests).toBe(requests + 1);
  await refreshLiveMap('no-store', since);
  expect(loader.live.requests).toBe(requests + 1);
  await refreshLiveMap();
  expect(loader.live.requests).toBe(requests + 2);
});

test('a page with previews asks for their versions, another page does not', async () => {
  await refreshLiveMap();
  expect(loader.live.hasPreviews).toBe(false);
  Object.assign(readPage().state, { previews: {} });
  await refreshLiveMap();
  expect(loader.live.hasPreviews).toBe(true);
});

test('a portal that cannot be reached is not reported, and the map stays', async () => {
  const before = getActiveImports();
  loader.live.isReachable = false;
  await expect(refreshLiveMap()).resolves.toBe(false);
  expect(getActiveImports()).toEqual(before);
});

test('an answer that is no import map is reported once, until there is one again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation();
  const { map } = loader.live;
  loader.live.isReachable = true;
  for (const reports of [1, 2]) {
    Object.assign(loader.live, { map: { integrity: 'none' } });
    await expect(refreshLiveMap()).resolves.toBe(false);
    await expect(refreshLiveMap()).resolves.toBe(false);
    expect(log).toHaveBeenCalledTimes(reports);
    loader.live.map = map;
    await expect(refreshLiveMap()).resolves.toBe(true);
  }
  log.mockRestore();
});

test('an answer that a later refresh has overtaken is dropped', async () => {
  const { map } = loader.live;
  const answers: (() => void)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    await new Promise<void>((resolve) => answers.push(resolve));
    return answer;
  };
  const lead = (file: string) => ({ imports: { ...imports, '@module/fresh': `https://cdn.test/fresh/${file}` } });
  loader.live.map = lead('older.js');
  const earlier = refreshLiveMap();
  await waitFor(() => expect(answers).toHaveLength(1));
  loader.live.map = lead('newer.js');
  const later = refreshLiveMap();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await later;
  answers[0]?.();
  await earlier;
  expect(getActiveImports()['@module/fresh']).toBe('https://cdn.test/fresh/newer.js');
  globalThis.fetch = fetch;
  loader.live.map = map;
});

describe('the difference of two maps', () => {
  const [one, two] = ['https://cdn.test/smsa/1.js', 'https://cdn.test/smsa/2.js'];
  const own: AbsoluteMap = {
    imports: { react: 'https://portal.test/react.1.js', '@module/smsa': one },
    integrity: { [one]: 'sha384-1' },
    rollouts: {},
  };
  const diff = (live: Partial<AbsoluteMap>, isSettled = false) =>
    diffImportMaps(own, { ...own, ...live }, () => isSettled);

  test('the same map adds nothing', () => {
    expect(diff({})).toEqual({ imports: {}, integrity: {}, rollouts: {} });
  });

  test('a module that moved or is new is adopted with the integrity of its files', () => {
    const imports = { ...own.imports, '@module/smsa': two, '@module/new': 'https://cdn.test/new.js' };
    expect(diff({ imports, integrity: { [two]: 'sha384-2' } })).toEqual({
      imports: { '@module/smsa': two, '@module/new': 'https://cdn.test/new.js' },
      integrity: { [two]: 'sha384-2' },
      rollouts: {},
    });
  });

  test('a module that has loaded keeps its address; the shell always does', () => {
    const imports = { react: 'https://portal.test/react.2.js', '@module/smsa': two };
    expect(diff({ imports }, true).imports).toEqual({});
    expect(diff({ imports }).imports).toEqual({ '@module/smsa': two });
  });

  test('another build at the same address is checked by its own hash, unless the first one is loaded', () => {
    expect(diff({ integrity: { [one]: 'sha384-2' } }).integrity).toEqual({ [one]: 'sha384-2' });
    expect(diff({ integrity: {} }).integrity).toEqual({ [one]: '' });
    expect(diff({ integrity: { [one]: 'sha384-2' } }, true).integrity).toEqual({});
  });

  test('a package that the tab lacks is adopted; one that it has keeps its version', () => {
    const [first, second] = ['https://cdn.test/styleguide/1.js', 'https://cdn.test/styleguide/2.js'];
    const withPackage = (address: string) => ({ imports: { ...own.imports, '@acme/styleguide': address } });
    expect(diff(withPackage(first)).imports).toEqual({ '@acme/styleguide': first });
    const tab = { ...own, ...withPackage(first) };
    expect(diffImportMaps(tab, { ...own, ...withPackage(second) }, () => false).imports).toEqual({});
  });

  test('a name that the live map lacks stays', () => {
    expect(diff({ imports: {} }).imports).toEqual({});
  });

  describe('rollouts', () => {
    const rollout = { version: '2', fallback: one };
    const inRollout = { imports: { ...own.imports, '@module/smsa': two }, rollouts: { '@module/smsa': rollout } };

    test('the rollout of a module is adopted with its address, and ends with it', () => {
      expect(diff(inRollout).rollouts).toEqual(inRollout.rollouts);
      expect(diff(inRollout, true).rollouts).toEqual({});
      expect(diffImportMaps({ ...own, ...inRollout }, own, () => false).rollouts).toEqual({});
    });

    test('the rollout of a module that keeps its address stays, and follows the live map if both have the same address', () => {
      const tab = { ...own, ...inRollout };
      expect(diffImportMaps(tab, own, () => true).rollouts).toEqual(inRollout.rollouts);
      expect(diffImportMaps(tab, { ...tab, rollouts: {} }, () => true).rollouts).toEqual({});
      expect(diffImportMaps({ ...tab, rollouts: {} }, tab, () => true).rollouts).toEqual(inRollout.rollouts);
    });
  });
});
