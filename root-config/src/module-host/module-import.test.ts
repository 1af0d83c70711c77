import { followDepartures } from '@portico/shared';
import { waitFor } from '@testing-library/react';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { evaluatedModules, ModuleImport } from './module-import';

const imports = {
  '@module/here': 'https://cdn.test/here/1.js',
  '@module/moved': 'https://cdn.test/moved/1.js',
  '@module/broken': 'https://cdn.test/broken/1.js',
  '@module/again': 'https://cdn.test/again/1.js',
  '@module/left': 'https://cdn.test/left/1.js',
  '@module/hanging': 'https://cdn.test/hanging/1.js',
  '@portico/home': 'https://cdn.test/home/1.js',
  '@portico/ui': 'https://cdn.test/ui/1.js',
  '@portico/profile': 'https://cdn.test/profile/1.js',
};

let loader: TestLoader;
beforeAll(async () => {
  loader = await startTestLoader({ imports });
});
beforeEach(() => {
  loader.files.clear();
  loader.fetched.length = 0;
});
afterAll(() => loader.close());

const addModule = (address: string) => loader.files.set(address, async () => ({ address }));
/** Moves a name as a refresh of the live map does. */
const moveTo = (name: string, address: string) => async () => {
  await new Promise((resolve) => setTimeout(resolve));
  System.addImportMap({ imports: { [name]: address } });
};

test('a module that has loaded counts as running in this tab', async () => {
  addModule(imports['@module/here']);
  await expect(new ModuleImport('@module/here').load()).resolves.toMatchObject({ address: imports['@module/here'] });
  expect(evaluatedModules.get('@module/here')).toBe(imports['@module/here']);
});

test('a module whose address has changed after an error is loaded from the new one', async () => {
  const address = 'https://cdn.test/moved/2.js';
  addModule(address);
  const moved = new ModuleImport('@module/moved');
  await expect(moved.load(moveTo('@module/moved', address))).resolves.toMatchObject({ address });
  expect(loader.fetched).toEqual([imports['@module/moved'], address]);
  expect(evaluatedModules.get('@module/moved')).toBe(address);
});

test('a module that was added to the map meanwhile is found', async () => {
  const address = 'https://cdn.test/new/1.js';
  addModule(address);
  const added = new ModuleImport('@module/new');
  await expect(added.load(moveTo('@module/new', address))).resolves.toMatchObject({ address });
});

test('a module that does not load fails with its last address', async () => {
  const address = 'https://cdn.test/broken/2.js';
  const broken = new ModuleImport('@module/broken');
  await expect(broken.load(moveTo('@module/broken', address))).rejects.toMatchObject({ kind: 'load-error', address });
  await expect(new ModuleImport('@module/nobody').load()).rejects.toMatchObject({ kind: 'not-installed' });
  await expect(new ModuleImport('@portico/profile').load()).rejects.toMatchObject({
    kind: 'load-error',
    address: imports['@portico/profile'],
  });
  expect(evaluatedModules.has('@module/broken')).toBe(false);
});

test('a retry also fetches a dependency that did not arrive', async () => {
  jest.useFakeTimers();
  const { prototype } = System.constructor;
  const { instantiate } = prototype;
  prototype.instantiate = async (address: string) =>
    address === imports['@portico/home']
      ? [['@portico/ui'], (add: (added: System.Module) => void) => ({ setters: [add], execute: () => undefined })]
      : instantiate(address);
  const refuse = (_: unknown, reject: (error: Error) => void) => setTimeout(reject, 50, new Error('SystemJS Error#3'));
  loader.files.set(imports['@portico/ui'], () => new Promise(refuse));
  // Another part of the page needs it, too.
  System.import('@portico/ui').catch(() => undefined);
  const loading = expect(new ModuleImport('@portico/home').load()).resolves.toMatchObject({
    address: imports['@portico/ui'],
  });
  await jest.advanceTimersByTimeAsync(100);
  addModule(imports['@portico/ui']);
  await jest.advanceTimersByTimeAsync(1_500);
  await loading;
  // A copy that has arrived stays.
  await new ModuleImport('@portico/ui').load();
  expect(loader.fetched).toEqual([imports['@portico/ui'], imports['@portico/ui']]);
  prototype.instantiate = instantiate;
  jest.useRealTimers();
});

test('a module that was forgotten is evaluated again from a fresh address', async () => {
  let evaluations = 0;
  loader.files.set(imports['@module/again'], async () => {
    evaluations += 1;
    return { evaluations };
  });
  const again = new ModuleImport('@module/again');
  const address = imports['@module/again'];
  const scope = { '@acme/styleguide': 'https://cdn.test/styleguide/1.js' };
  System.addImportMap({ imports: {}, scopes: { [address]: scope } });
  await expect(again.load()).resolves.toMatchObject({ evaluations: 1 });
  await expect(again.load()).resolves.toMatchObject({ evaluations: 1 });
  again.forget();
  await expect(again.load()).resolves.toMatchObject({ evaluations: 2 });
  expect(loader.fetched).toEqual([address, `${address}?retry=1`]);
  // It still imports its own packages.
  expect(System.resolve('@acme/styleguide', `${address}?retry=1`)).toBe(scope['@acme/styleguide']);
});

test('a load that was forgotten does not continue from another address', async () => {
  let fail = (_: Error) => {};
  loader.files.set(
    imports['@module/hanging'],
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const hanging = new ModuleImport('@module/hanging');
  const obsolete = hanging.load(moveTo('@module/hanging', 'https://cdn.test/hanging/2.js'));
  hanging.forget();
  // The file is fetched in a later task.
  await new Promise((resolve) => setTimeout(resolve));
  fail(new Error('late'));
  await expect(obsolete).rejects.toMatchObject({ address: imports['@module/hanging'] });
  expect(loader.fetched).toEqual([imports['@module/hanging']]);
});

test('a module that failed because the user left the page is loaded again when the page is restored', async () => {
  followDepartures();
  const left = new ModuleImport('@module/left');
  window.dispatchEvent(new Event('beforeunload'));
  const loading = left.load();
  await waitFor(() => expect(loader.fetched).toHaveLength(1));
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  addModule(imports['@module/left']);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect(loading).resolves.toMatchObject({ address: imports['@module/left'] });
  expect(loader.fetched).toHaveLength(2);
});
