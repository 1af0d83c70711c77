import { queryClient, useQuery, userQuery } from '@portico/query';
import { sessionAtom, signOut, store } from '@portico/shared';
import { type ApiAnswer, testPortal } from '@portico/shared/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import { savePersonalData } from './personal-data';

const ana = { email: 'ana@portico.test', name: 'Ana Prado', phone: '' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
let otherTab: BroadcastChannel;

beforeAll(() => {
  otherTab = new BroadcastChannel('portico:account');
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, apps);
});
afterEach(() => jest.useRealTimers());

const fetches = () => portal.calls.filter(({ route }) => route === 'GET /users/me').length;
const usePersonalData = () => useQuery(userQuery, queryClient);
const name = () => store.get(sessionAtom).name;
const returnToTab = () => act(() => void window.dispatchEvent(new Event('visibilitychange')));

async function open() {
  const { result } = renderHook(usePersonalData);
  await waitFor(() => expect(result.current.data).toEqual(ana));
  return result;
}

it('is fetched again when the user returns to the tab, and the name on screen follows', async () => {
  const result = await open();
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  returnToTab();
  await waitFor(() => expect(result.current.data?.name).toBe('Ana Lima'));
  expect(name()).toBe('Ana Lima');
});

it('keeps a saved change when an answer from before it arrives', async () => {
  const result = await open();
  let release: (answer: ApiAnswer) => void = () => undefined;
  portal.answer('GET /users/me', new Promise((resolve) => (release = resolve)));
  returnToTab();
  await waitFor(() => expect(fetches()).toBe(2));
  portal.answer('PATCH /users/me', { status: 204 });
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima', phone: '11 5555' } });
  await act(() => savePersonalData({ name: 'Ana Lima' }));
  expect(name()).toBe('Ana Lima');
  release({ body: ana });
  await waitFor(() => expect(result.current.data?.phone).toBe('11 5555'));
  expect(name()).toBe('Ana Lima');
});

it('stays as it was when saving is refused', async () => {
  const result = await open();
  portal.answer('PATCH /users/me', { status: 400, body: { code: 'name-missing', message: 'No name.' } });
  await expect(savePersonalData({ name: '' })).rejects.toMatchObject({ code: 'name-missing' });
  expect(result.current.data).toEqual(ana);
  expect(name()).toBe('Ana Prado');
});

it('is fetched again when another tab changed it, and not for another user', async () => {
  const result = await open();
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  otherTab.postMessage({ type: 'USER_CHANGED', email: 'bruno@portico.test' });
  otherTab.postMessage({ type: 'USER_CHANGED', email: ana.email });
  await waitFor(() => expect(result.current.data?.name).toBe('Ana Lima'));
  expect(fetches()).toBe(2);
});

it('tells the other tabs of a change', async () => {
  const heard = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data);
  });
  portal.answer('PATCH /users/me', { status: 204 });
  await savePersonalData({ name: 'Ana Souza' });
  await expect(heard).resolves.toEqual({ type: 'USER_CHANGED', email: ana.email });
  otherTab.onmessage = null;
});

it('is forgotten when the session ends', async () => {
  await open();
  await act(() => signOut());
  await act(() => portal.signIn(ana, apps));
  portal.answer('GET /users/me', new Promise(() => undefined));
  const { result } = renderHook(usePersonalData);
  expect(result.current.data).toBeUndefined();
  expect(result.current.isPending).toBe(true);
});

it('is retried three times, with growing delays, while the server fails', async () => {
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
  // The calls themselves take time, too.
  expect(waits.map((wait) => Math.floor(Math.log2(wait / 1_000)))).toEqual([0, 1, 2]);
});

it.each([400, 404, 429])('is not retried after a refusal: %d', async (status) => {
  portal.answer('GET /users/me', { status });
  const { result } = renderHook(usePersonalData);
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(fetches()).toBe(1);
  expect(result.current.failureCount).toBe(1);
});
