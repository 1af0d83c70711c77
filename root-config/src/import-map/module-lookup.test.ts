import { prefetchModule, signOut } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { ModuleFailure } from '../module-host/module-failure';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { createImportMapHooks } from './fallback';
import { liveImportMap } from './live-import-map';

const imports = Object.fromEntries(
  ['smsa', 'welcome', 'stock', 'orders', 'prices', 'late'].map((key) => [
    `@module/${key}`,
    `https://cdn.test/${key}.js`,
  ]),
);

const findModule = (segment: string) => liveImportMap.findModule(segment);
const lookUp = (key: string) => liveImportMap.lookUp(key);

let loader: TestLoader;
beforeAll(async () => {
  history.replaceState({}, '', '/');
  loader = await startTestLoader({ imports: { '@module/smsa': 'https://cdn.test/smsa.js' } }, { isMapPartial: true });
  await loader.portal.reset();
  liveImportMap.startLookups();
});
beforeEach(() => {
  loader.live.map = { imports };
  loader.live.isReachable = true;
  loader.live.requests = 0;
});
afterAll(() => loader.close());

const signIn = (...keys: string[]) =>
  loader.portal.signIn(
    { email: 'ana@portico.test', name: 'Ana' },
    keys.map((key) => ({ name: key, module: key, description: '' })),
  );

it('asks the server only for what may be a module and is not in the map', async () => {
  expect(findModule('smsa')).toBe('smsa');
  const others = ['profile', 'api', 'Smsa', '50%off', 'a:b', 'smsa,welcome', ''];
  expect(others.filter((key) => findModule(key) !== false)).toEqual([]);
  expect(findModule('welcome')).toBeUndefined();
  await Promise.all(['smsa', 'profile'].map(lookUp));
  expect(loader.live.requests).toBe(0);
});

it('looks up a module once, together with those that the tab follows', async () => {
  await expect(Promise.all(['welcome', 'welcome'].map(lookUp))).resolves.toEqual([true, true]);
  expect([loader.live.requests, loader.live.modules]).toEqual([1, 'smsa,welcome']);
  expect(findModule('welcome')).toBe('welcome');
  expect(findModule('stock')).toBeUndefined();
});

it('asks once for a module that the portal lacks, and later refreshes leave it out', async () => {
  await expect(lookUp('nobody')).resolves.toBe(true);
  expect(findModule('nobody')).toBe(false);
  await liveImportMap.refresh();
  expect(loader.live.modules).toBe('smsa,welcome');
});

it('finds a module by a route that it declares', async () => {
  loader.live.map = {
    imports: { ...imports, '@module/people': 'https://cdn.test/people.js' },
    entries: { 'https://cdn.test/people.js': { declarations: { routes: ['staff'] } } },
  };
  expect(findModule('staff')).toBeUndefined();
  await lookUp('staff');
  expect(loader.live.modules).toContain('staff');
  expect(findModule('staff')).toBe('people');
});

it('finds the routes of the version that a fallback leads to', async () => {
  const [next, former] = ['https://cdn.test/staff/2.js', 'https://cdn.test/staff/1.js'];
  loader.live.map = {
    imports: { ...imports, '@module/teams': next },
    entries: {
      [next]: { declarations: { routes: ['crew'] } },
      [former]: { declarations: { routes: ['squad'] } },
    },
  };
  await lookUp('crew');
  expect([findModule('crew'), findModule('squad')]).toEqual(['teams', undefined]);
  liveImportMap.setAddress('@module/teams', former);
  expect([findModule('crew'), findModule('squad')]).toEqual([undefined, 'teams']);
});

it('says that the server has not answered, and asks again later', async () => {
  loader.live.isReachable = false;
  await expect(lookUp('stock')).resolves.toBe(false);
  expect(findModule('stock')).toBeUndefined();
  loader.live.isReachable = true;
  await lookUp('stock');
  expect(findModule('stock')).toBe('stock');
});

it('finds a module before it is imported, and one that was published after the tab had asked', async () => {
  await createImportMapHooks('@module/orders').beforeImport();
  expect(findModule('orders')).toBe('orders');
  const { '@module/late': late, ...others } = imports;
  loader.live.map = { imports: others };
  const hooks = createImportMapHooks('@module/late');
  await hooks.beforeImport();
  expect(findModule('late')).toBe(false);
  loader.live.map = { imports: { ...others, '@module/late': late ?? '' } };
  await hooks.onImportError(new ModuleFailure('not-installed', undefined));
  expect(findModule('late')).toBe('late');
});

it('looks up the applications of a user who signs in, and the target of a link before it is opened', async () => {
  loader.live.map = { imports: { ...imports, '@module/crm': 'https://cdn.test/crm.js' } };
  await signIn('smsa', 'prices');
  await waitFor(() => expect(findModule('prices')).toBe('prices'));
  const { requests } = loader.live;
  // Nothing is missing.
  await signOut();
  await signIn('smsa', 'prices');
  prefetchModule('crm');
  await waitFor(() => expect(document.querySelector('link')).toHaveAttribute('href', 'https://cdn.test/crm.js'));
  expect(loader.live.requests).toBe(requests + 1);
});

it('looks up none of very many applications until it is needed, except those that add something to pages', async () => {
  const { requests } = loader.live;
  await signOut();
  await signIn(...Array.from({ length: 51 }, (_, index) => `app-${index}`));
  await waitFor(() => expect(loader.live.requests).toBe(requests + 1));
  expect(loader.live).toMatchObject({ isContributing: true, modules: expect.not.stringContaining('app-') });
});
