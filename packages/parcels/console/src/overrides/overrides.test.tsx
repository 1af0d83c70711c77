import { mountModule } from '@portico/module-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as module from '../index';
import { answerCalls, olga } from '../testing/answer-calls';
import { setScreen } from '../testing/set-screen';

beforeAll(() => Object.assign(window, { scrollTo: () => {} }));
beforeEach(() => setScreen('wide'));

const followed: string[] = [];
/** The shell of a portal that allows overrides. */
function follow(): void {
  followed.push(location.hash);
  history.replaceState(history.state, '', location.pathname + location.search);
}

afterEach(() => {
  window.removeEventListener('hashchange', follow);
  localStorage.clear();
  followed.length = 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the developer parcel writes it so.
  document.cookie = 'portico-overrides=; max-age=0';
});

async function open() {
  answerCalls({ 'GET self': { body: olga } });
  await mountModule(module, { key: 'console', path: '/console/overrides', locale: 'en' });
  await screen.findByRole('heading', { name: 'Overrides of this browser' });
  return userEvent.setup();
}

test('a browser without overrides is asked by the shell’s own dialog', async () => {
  window.addEventListener('hashchange', follow);
  localStorage.setItem('import-map-override:@module/smsa', 'http://localhost:9200/left-over.js');
  const user = await open();
  expect(screen.getByText('Overrides are switched off in this browser.')).toBeVisible();
  expect(screen.queryByText('@module/smsa')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Switch on' }));
  await waitFor(() => expect(followed).toEqual(['#portico-override=']));
  expect(location.href).toMatch(/\/console\/overrides$/);
});

test('the overrides in force are listed, and follow other tabs', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the developer parcel writes it so.
  document.cookie = 'portico-overrides=on';
  localStorage.setItem('import-map-override:@module/smsa', 'http://localhost:9200/app.js');
  localStorage.setItem('portico:theme', 'dark');
  await open();
  const table = screen.getByRole('table', { name: 'Overridden modules' });
  expect(within(table).getByRole('rowheader', { name: '@module/smsa' })).toBeVisible();
  expect(within(table).getByText('http://localhost:9200/app.js')).toBeVisible();
  localStorage.removeItem('import-map-override:@module/smsa');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(await screen.findByText('No module is overridden.')).toBeVisible();
});

test('a local address is handed to the dialog of the shell', async () => {
  window.addEventListener('hashchange', follow);
  const user = await open();
  await user.type(screen.getByRole('textbox', { name: 'Key of the module' }), 'My module');
  await user.click(screen.getByRole('button', { name: 'Use it here' }));
  expect(screen.getByRole('textbox', { name: 'Key of the module' })).toHaveAccessibleDescription(/such as smsa/);
  expect(followed).toEqual([]);
  await user.clear(screen.getByRole('textbox', { name: 'Key of the module' }));
  await user.type(screen.getByRole('textbox', { name: 'Key of the module' }), 'smsa');
  await user.type(screen.getByRole('textbox', { name: 'Address of its entry' }), 'http://localhost:9200/app.js');
  await user.click(screen.getByRole('button', { name: 'Use it here' }));
  await waitFor(() =>
    expect(followed.map(decodeURIComponent)).toEqual(['#portico-override=@module/smsa,http://localhost:9200/app.js']),
  );
});

test('a portal that allows no overrides says so', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Switch on' }));
  expect(await screen.findByText(/^This portal allows no overrides\./)).toBeVisible();
  expect(location.hash).toBe('');
});
