import { act, renderHook, waitFor } from '@testing-library/react';
import { signOut } from '../session/session';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';
import { type ApiAnswer, startTestPortal, type TestPortal } from '../testing';
import { accountPart } from './account-part';

const ana = { email: 'ana@portico.test', name: 'Ana Prado', phone: '' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

let portal: TestPortal;
let otherTab: BroadcastChannel;

beforeAll(async () => {
  portal = await startTestPortal();
  await accountPart.load();
  otherTab = new BroadcastChannel('portico:account');
});
beforeEach(async () => {
  await portal.reset();
  portal.answer('GET /users/images', { body: [] });
  await portal.signIn(ana, apps);
});
afterEach(() => jest.useRealTimers());
afterAll(() => portal.close());

const usePersonalData = () => accountPart.get().usePersonalData();
const asked = () => portal.calls.filter(({ route }) => route === 'GET /users/me').length;
const name = () => store.get(sessionAtom).name;
const comeBackToTheTab = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));

async function open() {
  const { result } = renderHook(usePersonalData);
  await waitFor(() => expect(result.current.data).toEqual(ana));
  return result;
}

it('is asked for again when the user comes back to the tab, and the name on screen follows', async () => {
  const result = await open();
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  comeBackToTheTab();
  await waitFor(() => expect(result.current.data?.name).toBe('Ana Lima'));
  expect(name()).toBe('Ana Lima');
});

it('is not undone by an answer that was under way when it was saved', async () => {
  const result = await open();
  let release: (answer: ApiAnswer) => void = () => undefined;
  portal.answer('GET /users/me', new Promise((resolve) => (release = resolve)));
  comeBackToTheTab();
  await waitFor(() => expect(asked()).toBe(2));
  portal.answer('PATCH /users/me', { status: 204 });
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima', phone: '11 5555' } });
  await act(() => accountPart.get().savePersonalData({ name: 'Ana Lima' }));
  expect(name()).toBe('Ana Lima');
  release({ body: ana });
  await waitFor(() => expect(result.current.data?.phone).toBe('11 5555'));
  expect(name()).toBe('Ana Lima');
});

it('stays as it was when saving is refused', async () => {
  const result = await open();
  portal.answer('PATCH /users/me', { status: 400, body: { code: 'name-missing', message: 'No name.' } });
  await expect(accountPart.get().savePersonalData({ name: '' })).rejects.toMatchObject({ code: 'name-missing' });
  expect(result.current.data).toEqual(ana);
  expect(name()).toBe('Ana Prado');
});

it('is told to the other tabs, and follows theirs even where nothing shows it', async () => {
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  otherTab.postMessage({ type: 'USER_CHANGED', email: 'bruno@portico.test' });
  otherTab.postMessage({ type: 'USER_CHANGED', email: ana.email });
  await waitFor(() => expect(name()).toBe('Ana Lima'));
  expect(asked()).toBe(1);
  const heard = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data);
  });
  portal.answer('PATCH /users/me', { status: 204 });
  await accountPart.get().savePersonalData({ name: 'Ana Souza' });
  await expect(heard).resolves.toEqual({ type: 'USER_CHANGED', email: ana.email });
  otherTab.onmessage = null;
});

it('is forgotten with the session', async () => {
  await open();
  await act(() => signOut());
  await act(() => portal.signIn(ana, apps));
  portal.answer('GET /users/me', new Promise(() => undefined));
  const { result } = renderHook(usePersonalData);
  expect(result.current.data).toBeUndefined();
  expect(result.current.isPending).toBe(true);
});

it('is asked for three times more, ever later, while the server fails', async () => {
  jest.useFakeTimers({ advanceTimers: false });
  const times: number[] = [];
  portal.answer('GET /users/me', () => {
    times.push(Date.now());
    return times.length % 2 ? { status: 503 } : 'unreachable';
  });
  const { result } = renderHook(usePersonalData);
  await waitFor(() => expect(result.current.isError).toBe(true), { timeout: 30_000 });
  expect(times).toHaveLength(4);
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // The calls themselves take their time, too.
  expect(waits.map((wait) => Math.floor(Math.log2(wait / 1_000)))).toEqual([0, 1, 2]);
});

it.each([400, 403, 404, 429])('is not asked for again after a refusal: %d', async (status) => {
  portal.answer('GET /users/me', { status });
  const { result } = renderHook(usePersonalData);
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(asked()).toBe(1);
  expect(result.current.failureCount).toBe(1);
});
