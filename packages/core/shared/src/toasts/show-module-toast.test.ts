import { signOut } from '../session/session';
import { store } from '../store';
import { testPortal } from '../testing';
import { showModuleToast } from './show-module-toast';
import { dismissToast, waitingToastsAtom } from './toast-queue';

const portal = testPortal();
const waiting = () => store.get(waitingToastsAtom);

afterEach(() => {
  for (const { id } of waiting()) dismissToast(id);
});

it('takes the texts, the type and the duration, and nothing else', async () => {
  const run = () => {};
  await showModuleToast({
    type: 'success',
    title: 'Ticket 42',
    text: ' Saved ',
    duration: 9_000,
    key: 'a',
    action: { run },
  });
  expect(waiting().map(({ toast }) => toast)).toEqual([
    { type: 'success', title: 'Ticket 42', text: 'Saved', duration: 9_000 },
  ]);
});

it('stays for five seconds by default', async () => {
  await showModuleToast({ text: 'Saved' });
  expect(waiting().map(({ toast }) => toast)).toEqual([{ text: 'Saved', duration: 5_000 }]);
});

it.each([
  [undefined, 'This is not a toast: '],
  ['Saved', 'This is not a toast: '],
  [{}, 'text: '],
  [{ text: 42 }, 'text: '],
  [{ text: ' ' }, 'text: '],
  [{ text: '\u202e\u200b' }, 'text: Expected visible characters'],
  [{ text: 'x'.repeat(1_001) }, 'text: '],
  [{ text: 'Saved', title: 'x'.repeat(201) }, 'title: '],
  [{ text: 'Saved', type: 'loud' }, 'type: '],
  [{ text: 'Saved', duration: Number.POSITIVE_INFINITY }, 'duration: '],
  [{ text: 'Saved', duration: 1 }, 'duration: '],
])('refuses %j and says what is wrong', async (toast, message) => {
  await expect(showModuleToast(toast)).rejects.toThrow(TypeError);
  await expect(showModuleToast(toast)).rejects.toThrow(message);
  expect(waiting()).toEqual([]);
});

it('shows nothing when the user signs out while it is being checked', async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  const showing = showModuleToast({ text: 'Ticket 7 of Ana is answered' });
  await Promise.all([signOut(), showing]);
  expect(waiting()).toEqual([]);
});
