import { refusedAddressAtom, sessionAtom, store } from '@portico/shared';
import { screen, waitFor, within } from '@testing-library/react';
import { start, triggerAppChange } from 'single-spa';
import { liveImportMap } from '../import-map/live-import-map';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { startRouter } from './router';

const getAddress = (key: string) => `https://modules.test/${key}.js`;
const [smsa, welcome, late] = [getAddress('smsa'), getAddress('welcome'), getAddress('late')];
const content = () => screen.getByRole('main');

let loader: TestLoader;
beforeAll(async () => {
  // jsdom does not scroll.
  window.scrollTo = () => undefined;
  document.body.innerHTML = '<div id="topbar"></div><main id="content" tabindex="-1"></main>';
  loader = await startTestLoader({ imports: { '@module/smsa': smsa } }, { isMapPartial: true });
  loader.live.map = { imports: { '@module/smsa': smsa, '@module/welcome': welcome, '@module/late': late } };
  for (const address of [smsa, welcome, late]) {
    loader.files.set(address, async () => ({
      mount: async ({ element }: { element: HTMLElement }) => void element.append(address),
      unmount: async () => undefined,
    }));
  }
  const [topbar, main] = ['topbar', 'content'].map((id) => document.getElementById(id));
  if (!topbar || !main) throw new Error('The page has no regions.');
  await loader.portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  startRouter({ topbar, content: main });
  start();
});
afterAll(() => loader.close());

async function visit(path: string): Promise<void> {
  history.pushState({}, '', path);
  await triggerAppChange();
}

it('shows the loader until the server says whether there is a module, then its public page', async () => {
  await visit('/smsa/');
  await waitFor(() => expect(content()).toHaveTextContent(smsa));
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const serve = loader.files.get(welcome);
  loader.files.set(welcome, () => isAnswered.then(async () => (await serve?.()) ?? {}));
  await visit('/welcome/portal/prices');
  await waitFor(() => expect(document.querySelectorAll('main .portico-loader')).toHaveLength(1));
  answer();
  await waitFor(() => expect(content()).toHaveTextContent(welcome));
  expect(document.querySelectorAll('.portico-loader')).toHaveLength(0);
  expect(location.pathname).toBe('/welcome/portal/prices');
});

it.each([
  ['/welcome/', { path: '/welcome/', missingApp: 'welcome' }],
  ['/nobody/', { path: '/nobody/' }],
  ['/nothing/portal', { path: '/nothing/portal' }],
])('leads from %s home, and says why', async (path, refused) => {
  await visit(path);
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(store.get(refusedAddressAtom)).toEqual(refused);
});

it('says that the server cannot be reached, until the user tries again', async () => {
  // The components do not load here: a plain line says it.
  jest.spyOn(console, 'error').mockImplementation();
  loader.live.isReachable = false;
  await visit('/late/portal');
  const retry = await within(content()).findByRole('button');
  expect(location.pathname).toBe('/late/portal');
  loader.live.isReachable = true;
  loader.portal.answer('POST /auth/refresh', { body: { access_token: 'token' } });
  retry.click();
  await waitFor(() => expect(content()).toHaveTextContent(late));
  await waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-in'));
});

it('leaves a second unknown address alone when the answer for the first comes', async () => {
  const unanswered: { readonly query: string; answer(): void }[] = [];
  const fetchNow = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const [path, query = ''] = String(input).split('?');
    if (path === '/import-map.json') await new Promise<void>((answer) => unanswered.push({ query, answer }));
    return fetchNow(input, init);
  };
  const findRequest = (key: string) => unanswered.find(({ query }) => query.includes(key));
  await visit('/first/portal');
  await waitFor(() => expect(findRequest('first')).toBeDefined());
  await visit('/second/portal');
  await waitFor(() => expect(findRequest('second')).toBeDefined());
  const shown: string[] = [];
  new MutationObserver(() => shown.push(content().textContent ?? '')).observe(content(), { childList: true });
  findRequest('first')?.answer();
  await waitFor(() => expect(liveImportMap.findModule('first')).toBe(false));
  await triggerAppChange();
  expect(shown).toEqual([]);
  expect(location.pathname).toBe('/second/portal');
  for (const { answer } of unanswered) answer();
  await waitFor(() => expect(location.pathname).toBe('/'));
  globalThis.fetch = fetchNow;
});

it('asks the server once for each module, and not at all for its own', async () => {
  const { requests } = loader.live;
  for (const path of ['/welcome/portal', '/nobody/', '/smsa/', '/profile/other']) await visit(path);
  expect(loader.live.requests).toBe(requests);
});
