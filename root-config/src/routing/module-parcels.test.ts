import {
  type ErrorReport,
  hasUnsavedChanges,
  type ModuleParcel,
  mountModuleParcel,
  type PortalApi,
  pageTitleAtom,
  provideModuleParcels,
  readPage,
  receiveReports,
  store,
} from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { liveImportMap } from '../import-map/live-import-map';
import { createPortalApi } from '../module-host/portal-api';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { mountParcel } from './module-parcels';

let loader: TestLoader;
let reports: ErrorReport[];
let log: jest.SpyInstance;
let element: HTMLElement;
/** The calls of lifecycles, in order. */
let events: string[];
const mounted: ModuleParcel[] = [];

const keys = 'people secret down hangs crashes loops late canary crowd remote both dev'.split(' ');
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
  const granted = ['unpublished', ...keys.filter((key) => key !== 'secret')];
  await loader.portal.signIn(
    { email: 'ana@portico.test', name: 'Ana Prado' },
    granted.map((module) => ({ name: `The ${module}`, module, description: '' })),
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
const getOutcomes = () => loader.portal.calls.filter(({ route }) => route === 'POST /publishing/outcomes');
const getKinds = () => reports.map(({ kind }) => kind);

test('a parcel is shown with its props, follows them also while it loads, and leaves nothing', async () => {
  deploy('people', { card: showing('Card of'), mount() {} });
  const parcel = show('people/card', { id: 1, basePath: '/elsewhere' });
  parcel.update({ id: 2 });
  await parcel.mounted;
  expect(element).toHaveTextContent('Card of 2');
  parcel.update({ id: 3 });
  await seeText('Card of 3');
  await Promise.all([parcel.unmount(), parcel.unmount()]);
  expect(element).toBeEmptyDOMElement();
  expect(events).toEqual(['mount Card of', 'unmount Card of']);
  expect(reports).toEqual([]);
});

test('a parcel that the user may not have, that its module lacks, or that is not published, has its sentence', async () => {
  const names = ['secret/card', 'people/other', 'people/gone', 'people/constructor', 'nobody/card', 'unpublished/card'];
  for (const name of names) await show(name).mounted;
  expect([...element.children].map(({ textContent }) => textContent)).toEqual([
    'Você não tem acesso a secret',
    'The people não tem esta parte',
    'The people não tem esta parte',
    'The people não tem esta parte',
    'Você não tem acesso a nobody',
    'The unpublished não está instaladoTentar novamente',
  ]);
  expect(loader.fetched).not.toContain(getAddress('secret'));
  // A missing grant is no error.
  expect(getKinds()).toEqual(['no-parcel', 'no-parcel', 'no-parcel', 'not-installed']);
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

test('a parcel inside itself is refused, also below another one and in a dialog outside of it', async () => {
  const showInside = (place: (element: HTMLElement) => HTMLElement, inner: string) => ({
    mount: (target: HTMLElement, { portal }: { portal: PortalApi }) => {
      target.append('around ');
      const parcel = portal.mountParcel(inner, place(target));
      return () => parcel.unmount();
    },
  });
  const dialog = document.body.appendChild(document.createElement('aside'));
  deploy('loops', {
    card: showInside((target) => target, '@module/both/list'),
    list: showInside(() => dialog, '@module/loops/list'),
  });
  deploy('both', { list: showInside((target) => target, '@module/loops/card') });
  await show('loops/card').mounted;
  await seeText('around around The loops não pode mostrar esta parte dentro dela mesma');
  await show('loops/list').mounted;
  await waitFor(() => expect(dialog).toHaveTextContent('não pode mostrar esta parte dentro dela mesma'));
  expect(getKinds()).toEqual(['cycle', 'cycle']);
});

test('twenty parcels of a module load it once, and each has its own props', async () => {
  deploy('crowd', { card: showing('Card of') });
  const parcels = Array.from({ length: 20 }, (_, id) => show('crowd/card', { id }));
  await Promise.all(parcels.map(({ mounted: shown }) => shown));
  expect(element.textContent).toBe(parcels.map((_, id) => `Card of ${id}`).join(''));
  expect(loader.fetched).toEqual([getAddress('crowd')]);
});

test('a parcel that hangs is given up, and unmounted when it mounts late', async () => {
  let goOn = () => {};
  const late = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { mount, ...others } = showing('Card of');
  deploy('hangs', {
    card: { ...others, mount: (props: Parameters<typeof mount>[0]) => late.then(() => mount(props)) },
  });
  await show('hangs/card').mounted;
  expect(element).toHaveTextContent('The hangs não carregouTentar novamente');
  expect(getKinds()).toEqual(['mount-timeout']);
  goOn();
  await waitFor(() => expect(events).toEqual(['mount Card of', 'unmount Card of']));
  expect(element).toHaveTextContent('The hangs não carregou');
});

test('a parcel that throws later is replaced by its sentence, and tried again with its props', async () => {
  let isBroken = true;
  deploy('crashes', {
    card: ({ id }: { id: number }) => {
      if (isBroken && id === 2) throw new Error('no second one');
      return `Card of ${id}`;
    },
  });
  const parcel = show('crashes/card', { id: 1 });
  await parcel.mounted;
  expect(element).toHaveTextContent('Card of 1');
  parcel.update({ id: 2 });
  await seeText('The crashes parou de funcionar');
  isBroken = false;
  retry();
  await seeText('Card of 2');
  expect(loader.fetched).toEqual([getAddress('crashes')]);
  expect(getKinds()).toEqual(['crash']);
});

test('a parcel is unmounted with the module around it, while it loads, mounts, or unmounts', async () => {
  let load = (_: System.Module) => {};
  loader.files.set(getAddress('late'), () => new Promise((resolve) => (load = resolve)));
  const around = createPortalApi(() => {}, '@module/people');
  const first = around.portal.mountParcel('@module/late/card', element, { id: 1 });
  await waitFor(() => expect(loader.fetched).toEqual([getAddress('late')]));
  around.release();
  await first.mounted;
  expect(element).toBeEmptyDOMElement();
  load({ card: showing('Card of') });
  const again = createPortalApi(() => {}, '@module/people');
  const second = again.portal.mountParcel('@module/late/card', element, { id: 2 });
  await seeText('Card of 2');
  void second.unmount();
  again.release();
  await second.unmount();
  expect(element).toBeEmptyDOMElement();
  // Without effect after the unmount.
  await again.portal.mountParcel('@module/late/card', element).mounted;
  expect(events).toEqual(['mount Card of', 'unmount Card of']);
  expect(reports).toEqual([]);
});

test('an element that is not in the document gets the parcel, too', async () => {
  element.remove();
  await show('crowd/card', { id: 1 }).mounted;
  expect(element).toHaveTextContent('Card of 1');
});

test('a parcel has a portal of its own: unsaved changes count for the page, its title does not', async () => {
  let api: PortalApi | undefined;
  deploy('remote', {
    list: {
      mount: async ({ portal }: { portal: PortalApi }) => {
        api = portal;
      },
      unmount: async () => {},
    },
  });
  const parcel = show('remote/list');
  await parcel.mounted;
  api?.setTitle('Ticket 4812');
  api?.setDirty(true);
  expect([store.get(pageTitleAtom), hasUnsavedChanges()]).toEqual(['', true]);
  api?.report(new Error('mine'));
  expect(reports[0]).toMatchObject({ source: '@module/remote', message: 'the parcel @module/remote/list' });
  await parcel.unmount();
  expect(hasUnsavedChanges()).toBe(false);
});

test('a parcel of a version that does not load is shown in the version before, without a reload', async () => {
  deploy('canary', { card: showing('Former card of') });
  await show('canary/card', { id: 1 }).mounted;
  expect(element).toHaveTextContent('Former card of 1');
  await waitFor(() => expect(getOutcomes()).toHaveLength(1));
  expect(getOutcomes()[0]?.body).toMatchObject({ module: 'canary', version: '2.0.0', outcome: 'failed' });
  expect(reports).toEqual([]);
});

test('a new version and a rollback leave what is on screen', async () => {
  const parcel = show('crowd/card', { id: 1 });
  await parcel.mounted;
  loader.live.map = { imports: { '@module/crowd': getAddress('crowd', 3) } };
  await liveImportMap.refresh();
  parcel.update({ id: 2 });
  await seeText('Card of 2');
  await show('crowd/card', { id: 3 }).mounted;
  expect(element).toHaveTextContent('Card of 2Card of 3');
  expect(loader.fetched).toEqual([]);
});

test('an overridden module has the parcels of its deployed version, and its exports by their names', async () => {
  const developer = 'https://cdn.test/developer.js';
  loader.files.set(developer, async () => ({ findStyles: async () => undefined }));
  Object.assign(readPage().overrides, { '@module/dev': getAddress('dev', 9) });
  System.addImportMap({ imports: { '@module/dev': getAddress('dev', 9), '@portico/developer': developer } });
  deploy('dev', { card: showing('Card of'), fresh: showing('Fresh part of') }, 9);
  for (const name of ['dev/card', 'dev/fresh', 'dev/gone']) await show(name, { id: 1 }).mounted;
  expect(element).toHaveTextContent('Card of 1Fresh part of 1The dev não tem esta parte');
});

test('a module may show its own parcels to users without an account', async () => {
  await loader.portal.reset();
  deploy('secret', { card: showing('Public card of') });
  liveImportMap.openModule = '@module/secret';
  await show('secret/card', { id: 1 }).mounted;
  liveImportMap.openModule = undefined;
  await show('secret/card', { id: 2 }).mounted;
  expect(element).toHaveTextContent('Public card of 1Você não tem acesso a secret');
});
