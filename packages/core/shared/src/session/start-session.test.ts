import { waitFor } from '@testing-library/dom';
import { store } from '../store';
import { startTestPortal, type TestPortal } from '../testing';
import { send } from './api-client';
import { accessToken, sessionAtom } from './session-state';
import { startSession } from './start-session';

const user = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const minute = 60_000;

/** A token that is good for a quarter of an hour. */
function createToken(signature: string): string {
  const claims = { sub: 'ana', sid: 'present', iat: 0, exp: 900 };
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
}

/** The timers of half a minute and more, which run when a test calls them. */
const timers = new Map<number, { readonly run: () => void; readonly wait: number }>();
const waitsInMinutes = () => [...timers.values()].map(({ wait }) => Math.round(wait / minute));
function runTimers(): void {
  const due = [...timers.values()];
  timers.clear();
  for (const { run } of due) run();
}

const { setTimeout: start, clearTimeout: stop } = globalThis;
let portal: TestPortal;
let earlierCalls = 0;

beforeAll(async () => {
  let id = 0;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, wait = 0, ...values: unknown[]) => {
      if (wait < 0.5 * minute) return start(run, wait, ...values);
      id -= 1;
      timers.set(id, { run, wait });
      return id;
    },
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => {
      if (!timers.delete(Number(timer))) stop(timer);
    },
  });
  const session = { access_token: createToken('page'), user, apps };
  document.head.innerHTML = `<script type="application/json" id="portico-state">${JSON.stringify({ session })}</script>`;
  portal = await startTestPortal();
  portal.answer('POST /auth/refresh', { body: { access_token: createToken('first') } });
  portal.answer('GET /things', { status: 204 });
  await startSession();
});
beforeEach(() => {
  earlierCalls = portal.calls.length;
});
afterAll(() => {
  Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
  return portal.close();
});

/** In this test. */
const refreshes = () => portal.calls.slice(earlierCalls).filter(({ route }) => route === 'POST /auth/refresh').length;
const setVisibility = (state: DocumentVisibilityState) =>
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });

// One page: each test continues where the one before ended.
test('the session of the page is refreshed once the browser is idle, and then a minute before its token expires', async () => {
  expect([store.get(sessionAtom).status, refreshes()]).toEqual(['signed-in', 0]);
  await waitFor(() => expect(accessToken()).toBe(createToken('first')));
  expect(waitsInMinutes()).toEqual([14]);
  portal.answer('POST /auth/refresh', { body: { access_token: createToken('second') } });
  runTimers();
  await waitFor(() => expect(accessToken()).toBe(createToken('second')));
  expect([waitsInMinutes(), refreshes()]).toEqual([[14], 2]);
});

test('a hidden tab is not refreshed until it wakes', async () => {
  setVisibility('hidden');
  runTimers();
  document.dispatchEvent(new Event('visibilitychange'));
  await send('things');
  expect([waitsInMinutes(), refreshes()]).toEqual([[], 0]);
  setVisibility('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect([waitsInMinutes(), refreshes()]).toEqual([[14], 0]);
});

test('a refresh without an answer is repeated later', async () => {
  portal.answer('POST /auth/refresh', 'unreachable');
  runTimers();
  await waitFor(() => expect([waitsInMinutes(), refreshes()]).toEqual([[14], 1]));
});

test('one that is refused is not repeated, and the screen stays', async () => {
  portal.answer('POST /auth/refresh', { status: 401 });
  runTimers();
  await waitFor(() => expect(refreshes()).toBe(1));
  await send('things');
  expect([waitsInMinutes(), refreshes(), store.get(sessionAtom).status]).toEqual([[], 1, 'signed-in']);
});

test.each(['pageshow', 'online', 'focus'])(
  '%s wakes the tab, which then applies a sign-out that it missed',
  async (event) => {
    await portal.signIn(user, apps);
    localStorage.setItem('portico:auth:stamp', 'signed-out present');
    window.dispatchEvent(new Event(event));
    expect([store.get(sessionAtom).status, accessToken()]).toEqual(['signed-out', '']);
  },
);
