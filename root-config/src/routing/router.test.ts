import {
  addEntries,
  appsAtom,
  changeApps,
  currentAppKeyAtom,
  pageTitleAtom,
  setLocale,
  signOut,
  store,
} from '@portico/shared';
import { screen, waitFor } from '@testing-library/react';
import { getAppNames, start, triggerAppChange } from 'single-spa';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { resolveRoute } from './resolve-route';
import { startRouter } from './router';

const keys = Array.from({ length: 500 }, (_, index) => `app-${index}`);
const apps = keys.map((key) => ({ name: key, module: key, description: '' }));
const addresses = Object.fromEntries(keys.map((key) => [`@module/${key}`, `https://modules.test/${key}.js`]));

let loader: TestLoader;

const getModuleNames = () => getAppNames().filter((name) => name.startsWith('@module/'));
const resolve = () => resolveRoute(new URL(location.href));

async function visit(path: string): Promise<void> {
  history.pushState({}, '', path);
  await triggerAppChange();
  await triggerAppChange();
}

beforeAll(async () => {
  // jsdom does not scroll.
  window.scrollTo = () => undefined;
  document.body.innerHTML = '<div id="topbar"></div><main id="content" tabindex="-1"></main>';
  loader = await startTestLoader({ imports: addresses });
  for (const key of keys) {
    loader.files.set(`https://modules.test/${key}.js`, async () => ({
      mount: async ({ element }: { element: HTMLElement }) => void element.append(createHeading(key)),
      unmount: async () => undefined,
    }));
  }
  startRouter({ topbar: getElement('topbar'), content: getElement('content') });
  start();
});
beforeEach(() => loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps));
afterEach(() => signOut());
afterAll(() => loader.close());

function createHeading(text: string): HTMLElement {
  const heading = document.createElement('h1');
  heading.textContent = text;
  return heading;
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no "${id}".`);
  return element;
}

it('registers a module when its address is first visited, however many the user has', async () => {
  await visit('/');
  expect(getModuleNames()).toEqual([]);
  await visit('/app-7/');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-7' })).toBeInTheDocument());
  await visit('/app-499/tickets?page=2');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-499' })).toBeInTheDocument());
  expect(screen.queryByRole('heading', { name: 'app-7' })).not.toBeInTheDocument();
  await visit('/app-7/');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-7' })).toBeInTheDocument());
  expect(getModuleNames()).toEqual(['@module/app-7', '@module/app-499']);
});

it('reads no import map at a navigation, because SystemJS copies the whole of it', async () => {
  await visit('/app-1/');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-1' })).toBeInTheDocument());
  const read = jest.spyOn(System, 'getImportMap');
  await visit('/app-8/');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-8' })).toBeInTheDocument());
  await visit('/app-1/');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-1' })).toBeInTheDocument());
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

it('keeps a module on screen between its key and its routes', async () => {
  addEntries({ 'https://modules.test/app-9.js': { declarations: { routes: ['nine'] } } });
  await visit('/app-9/');
  const heading = await waitFor(() => screen.getByRole('heading', { name: 'app-9' }));
  await visit('/nine/deep');
  expect(resolve().route).toMatchObject({ kind: 'module', key: 'app-9' });
  expect(heading).toBeInTheDocument();
  expect(document.title).toBe('app-9 · SMSA');
});

it('follows the session and its applications', async () => {
  await visit('/app-3/');
  expect(resolve().route).toMatchObject({ kind: 'module', key: 'app-3' });
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(4));
  expect(store.get(appsAtom)).toHaveLength(496);
  expect(resolve().route).toMatchObject({ kind: 'screen', screen: 'home' });
  await signOut();
  expect(resolve().route).toMatchObject({ kind: 'screen', screen: 'signin' });
});

it('navigates away from an application that the user has lost', async () => {
  await visit('/app-3/');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'app-3' })).toBeInTheDocument());
  changeApps('ana@portico.test', apps.slice(4));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'app-3' })).not.toBeInTheDocument());
  expect(location.pathname).toBe('/');
});

it('titles the document in the language that the user changes to', async () => {
  await signOut();
  await setLocale('pt');
  await visit('/signin');
  await waitFor(() => expect(document.title).toBe('Entrar · SMSA'));
  await setLocale('en');
  expect(document.title).toBe('Login · SMSA');
  await setLocale('pt');
});

it('titles the document by the page that a module names, until the user leaves the module', async () => {
  await visit('/app-4/');
  await waitFor(() => expect(document.title).toBe('app-4 · SMSA'));
  store.set(pageTitleAtom, 'Ticket 4812');
  expect(document.title).toBe('Ticket 4812 · SMSA');
  await visit('/app-4/tickets');
  expect(document.title).toBe('Ticket 4812 · SMSA');
  await visit('/app-5/');
  await waitFor(() => expect(document.title).toBe('app-5 · SMSA'));
});

it('isolates a title from the name of the tenant', async () => {
  await visit('/app-4/');
  await waitFor(() => expect(document.title).toBe('app-4 · SMSA'));
  store.set(pageTitleAtom, '\u202eتذكرة 7');
  expect(document.title).toBe('\u2068تذكرة 7\u2069 · SMSA');
});

it('names the next application in the bar with the title, once its screen is drawn', async () => {
  await visit('/app-1/');
  await waitFor(() => expect(document.title).toBe('app-1 · SMSA'));
  const titles: string[] = [];
  const stop = store.sub(currentAppKeyAtom, () => titles.push(document.title));
  await visit('/app-2/');
  await waitFor(() => expect(store.get(currentAppKeyAtom)).toBe('app-2'));
  expect(titles).toEqual(['app-2 · SMSA']);
  stop();
});

it('names the application in the bar also when the user leaves it for a screen of the shell before it is drawn', async () => {
  await visit('/app-1/');
  await waitFor(() => expect(document.title).toBe('app-1 · SMSA'));
  const frames: FrameRequestCallback[] = [];
  const hold = jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  for (const path of ['/app-2/', '/profile']) {
    const hasMoved = new Promise((resolve) =>
      window.addEventListener('single-spa:routing-event', resolve, { once: true }),
    );
    history.pushState({}, '', path);
    await hasMoved;
  }
  for (const frame of frames) frame(0);
  expect(store.get(currentAppKeyAtom)).toBe('app-2');
  hold.mockRestore();
});

it('takes the focus from the screen before, before the frame changes', async () => {
  const content = getElement('content');
  await visit('/app-8/');
  await waitFor(() => expect(document.title).toBe('app-8 · SMSA'));
  const button = document.createElement('button');
  content.append(button);
  button.focus();
  const titles: string[] = [];
  button.addEventListener('blur', () => titles.push(document.title));
  await visit('/app-9/');
  expect(titles).toEqual(['app-8 · SMSA']);
  button.remove();
});

it('leaves focus and scroll position alone within a module, and scrolls up for the next screen', async () => {
  const scroll = jest.spyOn(window, 'scrollTo');
  await visit('/app-8/');
  await waitFor(() => expect(getElement('content')).toHaveFocus());
  const input = document.createElement('input');
  getElement('content').append(input);
  input.focus();
  scroll.mockClear();
  await visit('/app-8/tickets');
  store.set(pageTitleAtom, 'Ticket 4812');
  expect(input).toHaveFocus();
  expect(scroll).not.toHaveBeenCalled();
  input.remove();
  await visit('/app-9/');
  expect(scroll).toHaveBeenCalledWith(0, 0);
  scroll.mockRestore();
});

it('moves the focus to a new screen, unless that takes it for a field of its own', async () => {
  const content = getElement('content');
  await visit('/app-6/');
  await waitFor(() => expect(content).toHaveFocus());
  const input = document.createElement('input');
  content.append(input);
  await visit('/app-7/');
  input.focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(input).toHaveFocus();
  input.remove();
});
