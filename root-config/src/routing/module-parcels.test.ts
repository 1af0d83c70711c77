import {
  type ErrorReport,
  type ModuleParcel,
  mountModuleParcel,
  provideModuleParcels,
  receiveReports,
} from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { mountParcel } from './module-parcels';

let loader: TestLoader;
let reports: ErrorReport[];
let log: jest.SpyInstance;
let element: HTMLElement;
/** What the lifecycles of parcels did, in order. */
let events: string[];
const mounted: ModuleParcel[] = [];

const keys = ['people', 'stock', 'secret', 'down', 'hangs', 'crashes', 'loops', 'late', 'canary', 'crowd', 'remote'];
const getAddress = (key: string, version = 1) => `https://cdn.test/${key}/${version}/app.js`;
const declarations = { parcels: { card: 'card', list: 'list', gone: 'notThere' } };

beforeAll(async () => {
  loader = await startTestLoader({
    imports: Object.fromEntries(keys.map((key) => [`@module/${key}`, getAddress(key, key === 'canary' ? 2 : 1)])),
    rollouts: { '@module/canary': { version: '2.0.0', fallback: getAddress('canary') } },
    entries: Object.fromEntries(
      [...keys.map((key) => getAddress(key)), getAddress('canary', 2)].map((address) => [address, { declarations }]),
    ),
  });
  provideModuleParcels(mountParcel);
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
});
beforeEach(async () => {
  log = jest.spyOn(console, 'error').mockImplementation();
  sessionStorage.clear();
  await loader.portal.reset();
  loader.portal.answer('POST /publishing/outcomes', { status: 204 });
  await loader.portal.signIn(
    { email: 'ana@portico.test', name: 'Ana Prado' },
    keys.filter((key) => key !== 'secret').map((module) => ({ name: `The ${module}`, module, description: '' })),
  );
  loader.fetched.length = 0;
  reports = [];
  events = [];
  receiveReports((report) => reports.push(report));
  document.body.innerHTML = '<main><div></div></main>';
  element = document.querySelector('main div') ?? document.body;
});
afterEach(async () => {
  for (const parcel of mounted.splice(0)) await parcel.unmount();
  log.mockRestore();
});
afterAll(() => loader.close());

/** A parcel with single-spa's lifecycles that shows a text and its props. */
const showing = (text: string) => {
  const show = async ({ element: place, ...props }: { element: HTMLElement; id?: unknown }) => {
    place.textContent = `${text} ${String(props.id)}`;
  };
  return {
    mount: async (props: Parameters<typeof show>[0]) => {
      events.push(`mount ${text}`);
      await show(props);
    },
    update: show,
    unmount: async ({ element: place }: { element: HTMLElement }) => {
      events.push(`unmount ${text}`);
      place.replaceChildren();
    },
  };
};

const deploy = (key: string, exports: unknown, version = 1) =>
  loader.files.set(getAddress(key, version), typeof exports === 'function' ? () => exports() : async () => exports);
const show = (name: string, props?: object) => {
  const parcel = mountModuleParcel(`@module/${name}`, element, { ...props });
  mounted.push(parcel);
  return parcel;
};
const seeText = (text: string) => waitFor(() => expect(element).toHaveTextContent(text));
const retry = () => element.querySelector('button')?.click();
const getKinds = () => reports.map(({ kind }) => kind);

test('a parcel is shown with its props, follows them, and leaves nothing', async () => {
  deploy('people', { card: showing('Card of'), mount() {} });
  const parcel = show('people/card', { id: 1, basePath: '/elsewhere' });
  await parcel.mounted;
  expect(element).toHaveTextContent('Card of 1');
  parcel.update({ id: 2 });
  await seeText('Card of 2');
  await Promise.all([parcel.unmount(), parcel.unmount()]);
  expect(element).toBeEmptyDOMElement();
  expect(events).toEqual(['mount Card of', 'unmount Card of']);
  expect(reports).toEqual([]);
});

test('props that change while the parcel loads are those that it is mounted with', async () => {
  const parcel = show('people/card', { id: 1 });
  parcel.update({ id: 2 });
  await parcel.mounted;
  expect(element).toHaveTextContent('Card of 2');
});

test('a parcel that the user may not have, that its module lacks, or that is not published, has its sentence', async () => {
  for (const name of ['secret/card', 'people/other', 'people/gone', 'people/constructor', 'nobody/card'])
    await show(name).mounted;
  expect([...element.children].map(({ textContent }) => textContent)).toEqual([
    'Você não tem acesso a secret',
    'The people não tem esta parte',
    'The people não tem esta parte',
    'The people não tem esta parte',
    'Você não tem acesso a nobody',
  ]);
  expect(loader.fetched).not.toContain(getAddress('secret'));
  // What the user may not have is no error.
  expect(getKinds()).toEqual(['no-parcel', 'no-parcel', 'no-parcel']);
  expect(reports[0]).toMatchObject({ source: '@module/people', message: 'the parcel @module/people/other' });
});

test('a parcel that does not load is retried in its place, and nothing of the failure is kept', async () => {
  const files = [async () => Promise.reject(new Error('down')), async () => ({ card: showing('Card of') })];
  deploy('down', () => (files.shift() ?? (async () => ({})))());
  const parcel = show('down/card', { id: 1 });
  await parcel.mounted;
  expect(element).toHaveTextContent('The down não carregou');
  parcel.update({ id: 2 });
  retry();
  await seeText('Card of 2');
  await show('down/card', { id: 3 }).mounted;
  expect(element.lastElementChild).toHaveTextContent('Card of 3');
  expect(loader.fetched).toEqual([getAddress('down'), expect.stringContaining('?retry=')]);
});
