import { hasUnsavedChanges, leaveQuestionAtom, markUnsavedChanges, store } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { isLeaving, startNavigationGuard } from './navigation-guard';

// jsdom has no Navigation API: this is what the guard does without it. A real browser is in packages/e2e.
const form = {};
const heard: string[] = [];
const portal = testPortal();

beforeAll(() => {
  startNavigationGuard();
  store.sub(leaveQuestionAtom, () => {});
  window.addEventListener('popstate', () => heard.push(location.pathname));
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: '' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  history.pushState({}, '', '/');
  history.pushState({ mine: 1 }, '', '/profile');
  markUnsavedChanges(form, true);
  heard.length = 0;
});
afterEach(() => markUnsavedChanges(form, false));

async function answer(leaves: boolean): Promise<void> {
  await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeDefined());
  store.get(leaveQuestionAtom)?.answer(leaves);
}

test.each(['pushState', 'replaceState'] as const)(
  '%s waits for the answer, and continues as it was called',
  async (name) => {
    const { length } = history;
    history[name]({ its: 'state' }, '', '/404');
    expect(location.pathname).toBe('/profile');
    await answer(false);
    await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeUndefined());
    expect([location.pathname, history.state, history.length]).toEqual(['/profile', { mine: 1 }, length]);
    history[name]({ its: 'state' }, '', '/404');
    await answer(true);
    await waitFor(() => expect(location.pathname).toBe('/404'));
    expect(history.state).toEqual({ its: 'state' });
    expect(hasUnsavedChanges()).toBe(false);
  },
);

test('a call without a new address, or that the browser refuses, causes no question', () => {
  history.replaceState({ mine: 2 }, '');
  history.pushState(7, '', '/profile');
  expect(history.state).toBe(7);
  expect(() => history.pushState({}, '', 'https://elsewhere.test/')).toThrow();
  expect(() => history.pushState({}, '', 'http://:')).toThrow();
  expect(store.get(leaveQuestionAtom)).toBeUndefined();
});

test('staying after "back" restores address and state, without an event for other listeners', async () => {
  history.back();
  await answer(false);
  await waitFor(() => expect(location.pathname).toBe('/profile'));
  expect(history.state).toEqual({ mine: 1 });
  expect(heard).toEqual([]);
});

test('a step between fragments is one step, although it causes several events', async () => {
  markUnsavedChanges(form, false);
  history.pushState({}, '', '#security');
  markUnsavedChanges(form, true);
  const { length } = history;
  const changes: string[] = [];
  window.addEventListener('hashchange', () => changes.push(location.hash));
  history.back();
  await answer(false);
  await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeUndefined());
  expect([location.hash, history.length, changes, heard]).toEqual(['#security', length, [], []]);
});

test('leaving after "back" repeats the step', async () => {
  history.back();
  await answer(true);
  await waitFor(() => expect(heard).toEqual(['/']));
  expect(location.pathname).toBe('/');
});

test('after an allowed step, the guard protects the new screen', async () => {
  markUnsavedChanges(form, false);
  history.back();
  await waitFor(() => expect(heard).toEqual(['/']));
  markUnsavedChanges(form, true);
  history.forward();
  await answer(false);
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('the events that single-spa creates reach their listeners, also while the user is asked', async () => {
  history.back();
  await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeDefined());
  window.dispatchEvent(Object.assign(new PopStateEvent('popstate'), { singleSpa: true }));
  expect(heard).toEqual(['/profile']);
  await answer(false);
  await waitFor(() => expect(store.get(leaveQuestionAtom)).toBeUndefined());
});

describe('whether a step leaves the screen', () => {
  function leaves(from: string, to: string): boolean {
    return isLeaving(new URL(from, location.origin), new URL(to, location.origin));
  }

  test.each([
    ['/smsa/', '/smsa/deep?x=1#y', false],
    ['/smsa/', '/smsa', false],
    ['/smsa/', '/smsax', true],
    ['/smsa/', '/', true],
    ['/smsa/', '/hrstudium/', true],
    ['/smsa/', '/signin?link=/smsa/deep', false],
    ['/profile#security', '/profile#security', false],
    ['/profile#security', '/profile', true],
    ['/profile#security', '/profile#language', true],
    ['/profile', '/profile?x', true],
    ['/profile', '/unknown', true],
    // The router redirects this address, so a user cannot stay there.
    ['/unknown', '/', false],
  ])('signed in, %s → %s: %s', async (from, to, expected) => {
    const apps = ['smsa', 'hrstudium'].map((module) => ({ name: module, module, description: '' }));
    await portal.signIn({ email: 'ana@portico.test', name: '' }, apps);
    expect(leaves(from, to)).toBe(expected);
  });

  test('after the sign-out the router leaves addresses that need a session', async () => {
    await portal.reset();
    expect(leaves('/profile', '/signin?link=%2Fprofile')).toBe(false);
    expect(leaves('/signin', '/recover')).toBe(true);
  });
});
