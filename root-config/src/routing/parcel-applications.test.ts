import {
  developerRequestAtom,
  failedRegionsAtom,
  receiveReports,
  setScreenComplete,
  signOut,
  store,
} from '@portico/shared';
import { screen, waitFor } from '@testing-library/react';
import { getAppNames, start, triggerAppChange } from 'single-spa';
import { moduleSupportFile } from '../module-host/load-module-support';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { loadScreen, registerParcelApplications } from './parcel-applications';

const imports = Object.fromEntries(
  ['topbar', 'home', 'profile', 'overlay', 'notifications', 'developer'].map((name) => [
    `@portico/${name}`,
    `https://portal.test/${name}.js`,
  ]),
);

let loader: TestLoader;
let reports: (string | undefined)[];
let mounts: string[];

/** A parcel of one button, which hydrates what is there. */
function serve(name: string): void {
  const mount = async ({ element }: { element: HTMLElement }) => {
    mounts.push(name);
    if (!element.hasChildNodes()) element.innerHTML = `<button type="button">${name}</button>`;
  };
  loader.files.set(`https://portal.test/${name}.js`, async () => ({ mount, unmount: async () => undefined }));
}

function getRegion(name: string): HTMLElement {
  const existing = document.getElementById(`portico-${name}`);
  if (existing) return existing;
  const element = document.createElement(name === 'content' ? 'main' : 'div');
  element.id = `portico-${name}`;
  document.body.append(element);
  return element;
}

const show = async (path: string) => {
  history.pushState({}, '', path);
  await triggerAppChange();
};
const signIn = async () => {
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  await triggerAppChange();
};
const readText = (name: string) => getRegion(name).textContent;
const retry = (region: string) => store.get(failedRegionsAtom)[region];

beforeAll(async () => {
  loader = await startTestLoader({ imports: { ...imports, '@module/smsa': 'https://portal.test/smsa.js' } });
  reports = [];
  mounts = [];
  receiveReports(({ kind, source }) => reports.push(`${source}: ${kind}`));
  for (const name of ['topbar', 'home', 'overlay']) serve(name);
  jest.spyOn(console, 'error').mockImplementation();
  registerParcelApplications(getRegion);
  start();
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => {
  store.set(developerRequestAtom, undefined);
  await signOut();
  await triggerAppChange();
  reports = [];
  mounts = [];
});
afterAll(() => loader.close());

it('registers the parcels of the table that the map has, and reports missing ones once', () => {
  expect(getAppNames()).toEqual(
    expect.arrayContaining(['home', 'not-found', 'topbar', 'bell', 'overlay', 'developer']),
  );
  expect(getAppNames()).toEqual(expect.not.arrayContaining(['signin', 'recover']));
  expect(reports.filter((line) => line === '@portico/auth: not-installed')).toHaveLength(1);
});

it('loads the parcel of an address before its application starts', async () => {
  await signIn();
  loader.portal.visit('/profile');
  loadScreen();
  await waitFor(() => expect(loader.fetched).toContain('https://portal.test/profile.js'));
});

it('loads bell and overlay when the screen is complete, and no earlier', async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const serveHome = loader.files.get('https://portal.test/home.js');
  loader.files.set('https://portal.test/home.js', () => arrival.then(async () => (await serveHome?.()) ?? {}));
  const late = ['https://portal.test/notifications.js', 'https://portal.test/overlay.js'];
  setScreenComplete(false);
  await show('/');
  await signIn();
  await waitFor(() => expect(readText('topbar')).toBe('topbar'));
  expect(loader.fetched.filter((address) => late.includes(address))).toEqual([]);
  arrive();
  await waitFor(() => expect(readText('overlay')).toBe('overlay'));
  expect(loader.fetched).toEqual(expect.arrayContaining(late));
  // They stay while another screen loads.
  setScreenComplete(false);
  await triggerAppChange();
  expect(readText('overlay')).toBe('overlay');
});

it('hydrates the top bar of the page while the module loads, and repeats a click on it', async () => {
  await signIn();
  await show('/smsa/tickets/evaluation');
  await waitFor(() => expect(readText('topbar')).toBe(''));
  getRegion('topbar').innerHTML =
    '<div data-rendered="topbar"><div><button type="button">Bar of the page</button></div></div>';
  const button = screen.getByRole('button', { name: 'Bar of the page' });
  window.porticoClicked = button;
  const clicked = jest.fn();
  button.addEventListener('click', clicked);
  setScreenComplete(false);
  await show('/smsa/');
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(button).toBeVisible();
  expect(mounts).toContain('topbar');
});

it('tells the top bar that the bell did not load, and tries again when asked', async () => {
  await show('/');
  await signIn();
  await waitFor(() => expect(retry('bell')).toBeDefined());
  await retry('bell')?.();
  expect(retry('bell')).toBeDefined();
  expect(reports).toEqual(['@portico/notifications: load-error', '@portico/notifications: load-error']);
  serve('notifications');
  await retry('bell')?.();
  expect([retry('bell'), readText('bell')]).toEqual([undefined, 'notifications']);
});

it('leaves the bell alone when the top bar goes and comes back', async () => {
  await show('/');
  await signIn();
  await waitFor(() => expect([readText('topbar'), readText('content')]).toEqual(['topbar', 'home']));
  await waitFor(() => expect(readText('bell')).toBe('notifications'));
  const bell = screen.getByRole('button', { name: 'notifications' });
  await show('/smsa/tickets/evaluation');
  await waitFor(() => expect(readText('topbar')).toBe(''));
  await show('/');
  await waitFor(() => expect(readText('topbar')).toBe('topbar'));
  expect(screen.getByRole('button', { name: 'notifications' })).toBe(bell);
  expect(mounts.filter((name) => name === 'notifications')).toHaveLength(1);
  await signOut();
  await triggerAppChange();
  await waitFor(() => expect(readText('bell')).toBe(''));
});

it('mounts the developer parcel for a request only, and again for the next request after a failure', async () => {
  store.set(developerRequestAtom, {});
  await waitFor(() => expect(retry('developer')).toBeDefined());
  store.set(developerRequestAtom, undefined);
  await waitFor(() => expect(retry('developer')).toBeUndefined());
  serve('developer');
  store.set(developerRequestAtom, {});
  await waitFor(() => expect(readText('developer')).toBe('developer'));
  store.set(developerRequestAtom, undefined);
  await waitFor(() => expect(readText('developer')).toBe(''));
});

it('loads what modules need before the application of a module starts', async () => {
  await signIn();
  expect(moduleSupportFile.value).toBeUndefined();
  loader.portal.visit('/smsa/');
  loadScreen();
  await waitFor(() => expect(moduleSupportFile.value).toBeDefined());
});
