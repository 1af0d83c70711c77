import { sessionStateAtom } from '../session/session-state';
import { store } from '../store';
import { dismissToast, showToast, waitingToastsAtom } from './toast-queue';

const texts = () => store.get(waitingToastsAtom).map(({ toast }) => toast.text);
const setStatus = (status: 'restoring' | 'signed-in' | 'signed-out') =>
  store.set(sessionStateAtom, (state) => ({ ...state, session: { status, email: '', name: '' } }));

beforeEach(() => {
  setStatus('signed-out');
  setStatus('signed-in');
});

it('queues toasts in order until they are drawn', () => {
  showToast({ text: 'One' });
  const two = showToast({ text: 'Two' });
  showToast({ text: 'Three' });
  expect(texts()).toEqual(['One', 'Two', 'Three']);
  dismissToast(two);
  expect(texts()).toEqual(['One', 'Three']);
});

it('replaces one of the same key in its place', () => {
  expect(showToast({ text: 'Saving', key: 'save' })).toBe('save');
  showToast({ text: 'Other' });
  showToast({ text: 'Saved', key: 'save' });
  expect(texts()).toEqual(['Saved', 'Other']);
});

it('drops the oldest of too many, but none that has a button', () => {
  const action = { label: 'Try again', run: () => {} };
  showToast({ type: 'error', text: 'Kept', action });
  for (let number = 1; number <= 25; number += 1) showToast({ text: `Passing ${number}` });
  expect(texts()).toHaveLength(21);
  expect(texts().slice(0, 2)).toEqual(['Kept', 'Passing 6']);
});

it('drops them when the user signs out, and later ones when a user signs in', () => {
  showToast({ text: 'Private' });
  setStatus('signed-out');
  expect(texts()).toEqual([]);
  showToast({ text: 'Private, late' });
  setStatus('restoring');
  setStatus('signed-in');
  expect(texts()).toEqual([]);
});

it('keeps them while the session of the same user is restored', () => {
  showToast({ text: 'Private' });
  setStatus('restoring');
  setStatus('signed-in');
  expect(texts()).toEqual(['Private']);
});
