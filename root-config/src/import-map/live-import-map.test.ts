import { readPage } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/module-import';
import { getActiveImports } from '../reports/attribute';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { findRelease, findUnit, liveImportMap, shellUnit } from './live-import-map';

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
  await expect(liveImportMap.refresh()).resolves.toBe(true);
  expect(getActiveImports()).toEqual({
    ...imports,
    ...overrides,
    '@module/fresh': 'https://cdn.test/fresh/2.js',
    '@module/new': 'https://cdn.test/new/1.js',
  });
});

test('a page with previews asks for their versions, another page does not', async () => {
  await liveImportMap.refresh();
  expect(loader.live.hasPreviews).toBe(false);
  Object.assign(readPage().state, { previews: {} });
  await liveImportMap.refresh();
  expect(loader.live.hasPreviews).toBe(true);
});

test('a portal that cannot be reached is not reported, and the map stays', async () => {
  const before = getActiveImports();
  loader.live.isReachable = false;
  await expect(liveImportMap.refresh()).resolves.toBe(false);
  expect(getActiveImports()).toEqual(before);
});

test('an answer that is no import map is reported once, until there is one again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation();
  const { map } = loader.live;
  loader.live.isReachable = true;
  for (const reports of [1, 2]) {
    Object.assign(loader.live, { map: { integrity: 'none' } });
    await expect(liveImportMap.refresh()).resolves.toBe(false);
    await expect(liveImportMap.refresh()).resolves.toBe(false);
    expect(log).toHaveBeenCalledTimes(reports);
    loader.live.map = map;
    await expect(liveImportMap.refresh()).resolves.toBe(true);
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
  const earlier = liveImportMap.refresh();
  await waitFor(() => expect(answers).toHaveLength(1));
  loader.live.map = lead('newer.js');
  const later = liveImportMap.refresh();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await later;
  answers[0]?.();
  await earlier;
  expect(getActiveImports()['@module/fresh']).toBe('https://cdn.test/fresh/newer.js');
  globalThis.fetch = fetch;
  loader.live.map = map;
});

describe('releases', () => {
  const deployed = {
    react: 'https://portal.test/@portico/react.1.js',
    'react-dom': 'https://portal.test/@portico/react.1.js',
    '@portico/root-config': 'https://portal.test/@portico/root-config.1.js',
    '@portico/reporter': 'https://cdn.test/reporter.js',
    '@module/smsa': 'https://cdn.test/smsa/1/remoteEntry.js',
  };
  const findShellRelease = (changed: Record<string, string>) => findRelease(shellUnit, { ...deployed, ...changed });

  test('each module is a unit, the shell is another', () => {
    expect(findUnit('@module/smsa')).toBe('@module/smsa');
    expect(['react', '@portico/root-config', '@portico/profile'].map(findUnit)).toEqual([
      shellUnit,
      shellUnit,
      shellUnit,
    ]);
    expect(['@portico/reporter', '@acme/styleguide', undefined].map(findUnit)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('the release of a module is its address', () => {
    expect(findRelease('@module/smsa', deployed)).toBe('https://cdn.test/smsa/1/remoteEntry.js');
    expect(findRelease('@module/gone', deployed)).toBeUndefined();
  });

  test('the release of the shell changes with each of its files, and only with them', () => {
    expect(findShellRelease({ react: 'https://portal.test/@portico/react.2.js' })).not.toBe(findShellRelease({}));
    expect(findShellRelease({ '@module/smsa': 'https://cdn.test/smsa/2/remoteEntry.js' })).toBe(findShellRelease({}));
    expect(findShellRelease({ '@portico/reporter': 'https://cdn.test/reporter-2.js' })).toBe(findShellRelease({}));
  });

  test('a map without the shell has no release of it', () => {
    expect(findRelease(shellUnit, { '@module/smsa': 'https://cdn.test/smsa/1/remoteEntry.js' })).toBeUndefined();
  });
});
