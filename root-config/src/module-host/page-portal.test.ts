import { addEntries, type ErrorReport, receiveReports, store, themeAtom } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { providePagePortal } from './page-portal';

const script = 'https://cdn.test/packages/api/1/api.js';
const entry = 'https://cdn.test/modules/smsa/1/smsa.js';
const namesake = 'https://cdn.test/packages/smsa/1/smsa.js';
const imports = {
  '@portico/shared': 'https://cdn.test/@portico/shared.js',
  '@acme/api': script,
  '@module/smsa': entry,
  '@abcdef/smsa': namesake,
};

const portal = testPortal();
const reports: ErrorReport[] = [];
const resolve = (name: string) => {
  const address = new Map(Object.entries(imports)).get(name) ?? (URL.canParse(name) ? name : undefined);
  if (address === undefined) throw new Error(name);
  return address;
};
beforeAll(() => {
  Object.assign(window, { System: { getImportMap: () => ({ imports }), resolve } });
  receiveReports((report) => void reports.push(report));
  providePagePortal();
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation();
  reports.splice(0);
});
afterEach(() => jest.restoreAllMocks());

test('code that is not mounted gets the user, their token and the settings, as long as there is a session', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  const page = window.porticoPortal?.();
  expect(page?.user).toEqual({ email: 'ana@portico.test', name: 'Ana' });
  expect(page?.token()).not.toBe('');
  expect(page?.theme).toBe(store.get(themeAtom));
  const themes: string[] = [];
  page?.subscribe('container:theme', (theme) => void themes.push(theme));
  window.dispatchEvent(new CustomEvent('container:theme', { detail: 'dark' }));
  expect(themes).toEqual(['dark']);
  await portal.reset();
  expect(page?.user).toBeUndefined();
  expect(page?.token()).toBe('');
});

test('it lacks what belongs to one mounted module', () => {
  expect(window.porticoPortal?.()).not.toHaveProperty('setTitle');
  expect(window.porticoPortal?.()).not.toHaveProperty('setDirty');
});

test('reports and wrong calls name the package by the script of the caller, or by its name', () => {
  const report: (portal: Window['porticoPortal']) => void = new Function(
    'portal',
    `portal().report(new Error("down")); portal().navigate(42);\n//# sourceURL=${script}`,
  ) as never;
  report(window.porticoPortal);
  window.porticoPortal?.('@acme/api').report('by name');
  // Names of others are not taken.
  for (const name of ['@portico/shared', '@acme/unknown']) window.porticoPortal?.(name).report(name);
  expect(reports.map(({ kind, source }) => [kind, source])).toEqual([
    ['reported', '@acme/api'],
    ['reported', '@acme/api'],
    ['reported', '@acme/api'],
    ['reported', undefined],
    ['reported', undefined],
  ]);
});

test('a package never counts as a module, whatever its name', () => {
  addEntries({ [entry]: { declarations: { places: ['sidebar'] } } });
  const show: (element: HTMLElement) => void = new Function(
    'element',
    `porticoPortal().mountPlace("sidebar", element);\n//# sourceURL=${namesake}`,
  ) as never;
  const element = document.createElement('div');
  show(element);
  expect(element).toBeEmptyDOMElement();
  expect(reports.map(({ source, error }) => [source, String(error)])).toEqual([
    [
      '@abcdef/smsa',
      'TypeError: The place "sidebar" of "@abcdef/smsa" is not declared in "places" of its package.json.',
    ],
  ]);
});

test('no script can replace it', () => {
  expect(() => Object.assign(window, { porticoPortal: () => undefined })).toThrow(TypeError);
  expect(Reflect.deleteProperty(window, 'porticoPortal')).toBe(false);
});
