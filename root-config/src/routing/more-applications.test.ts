import { hasMoreApps, loadAllApps, refusedAddressAtom, startSession, store } from '@portico/shared';
import { screen, waitFor, within } from '@testing-library/react';
import { start, triggerAppChange } from 'single-spa';
import { startTestLoader, type TestLoader } from '../testing/test-loader';

const user = { email: 'ana@portico.test', name: 'Ana Prado' };
const [one, two] = ['one', 'two'].map((module) => ({ name: module, module, description: '' }));
const imports = Object.fromEntries(
  ['one', 'two', 'three'].map((key) => [`@module/${key}`, `https://modules.test/${key}.js`]),
);
const claims = Buffer.from(JSON.stringify({ sub: 'ana', sid: 'present', iat: 0, exp: 900 })).toString('base64url');
const access_token = `header.${claims}.signature`;

const idleTasks: (() => void)[] = [];
let loader: TestLoader;
beforeAll(async () => {
  // jsdom does not scroll.
  window.scrollTo = () => undefined;
  // Idle when a test says so: before that, only what opens an application asks for the list.
  Object.assign(window, { requestIdleCallback: (task: () => void) => idleTasks.push(task) });
  // The page that is opened here does not name its application.
  history.replaceState({}, '', '/three/');
  const { startRouter } = await import('./router');
  document.body.innerHTML = '<div id="topbar"></div><main id="content" tabindex="-1"></main>';
  loader = await startTestLoader({ imports }, { session: { access_token, user, apps: [one], hasMoreApps: true } });
  for (const address of Object.values(imports)) {
    loader.files.set(address, async () => ({
      mount: async ({ element }: { element: HTMLElement }) => void element.append(address),
      unmount: async () => undefined,
    }));
  }
  const [topbar, content] = ['topbar', 'content'].map((id) => document.getElementById(id));
  if (!topbar || !content) throw new Error('The page has no regions.');
  void startSession();
  startRouter({ topbar, content });
  start();
});
afterAll(() => loader.close());

const open = async (path: string) => {
  history.pushState({}, '', path);
  await triggerAppChange();
};
const main = () => screen.getByRole('main');

it('refuses at once the address that it was opened at, if the page does not name its application', async () => {
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(store.get(refusedAddressAtom)).toEqual({ path: '/three/', missingApp: 'three' });
  expect(loader.portal.calls).toEqual([]);
});

it('says that the server cannot be reached without the list, and asks again at the next visit', async () => {
  // The components do not load here: a plain line says it.
  jest.spyOn(console, 'error').mockImplementation();
  loader.portal.answer('GET /tenants/smsa/apps', { status: 503 });
  for (const count of [1, 2]) {
    await open('/two/');
    const retry = await within(main()).findByRole('button');
    expect([location.pathname, loader.portal.calls.length, hasMoreApps()]).toEqual(['/two/', count, true]);
    await open('/one/');
    await waitFor(() => expect(main()).toHaveTextContent('one.js'));
    expect(retry).not.toBeInTheDocument();
  }
});

it('asks for the list when a screen is idle', async () => {
  loader.portal.answer('POST /auth/refresh', { status: 503 });
  const countCalls = () => loader.portal.calls.filter(({ route }) => route === 'GET /tenants/smsa/apps').length;
  const before = countCalls();
  for (const task of idleTasks.splice(0)) task();
  await waitFor(() => expect(countCalls()).toBe(before + 1));
  // The answer, which changes nothing, has to come before the next call.
  await loadAllApps();
  expect([main().textContent?.includes('one.js'), hasMoreApps()]).toEqual([true, true]);
});

it('asks for the list again when the browser is online again', async () => {
  const countCalls = () => loader.portal.calls.filter(({ route }) => route === 'GET /tenants/smsa/apps').length;
  const before = countCalls();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(countCalls()).toBe(before + 1));
  await loadAllApps();
  expect(hasMoreApps()).toBe(true);
});

it('opens an application that the page has not named, once the server has named it', async () => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  loader.portal.answer(
    'GET /tenants/smsa/apps',
    isAnswered.then(() => ({ body: [one, two] })),
  );
  await open('/two/');
  await waitFor(() => expect(document.querySelectorAll('main .portico-loader')).toHaveLength(1));
  answer();
  await waitFor(() => expect(main()).toHaveTextContent('two.js'));
  expect([location.pathname, document.querySelectorAll('.portico-loader').length]).toEqual(['/two/', 0]);
  expect(loader.portal.calls.map(({ route }) => route)).not.toContain('GET /users/me');
});
