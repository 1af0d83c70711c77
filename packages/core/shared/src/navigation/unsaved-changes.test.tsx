import { render } from '@testing-library/react';
import { signOut } from '../session/session';
import { store } from '../store';
import { testPortal } from '../testing';
import {
  confirmLeaving,
  dropUnsavedChanges,
  hasUnsavedChanges,
  leaveQuestionAtom,
  markUnsavedChanges,
  useUnsavedChanges,
} from './unsaved-changes';

const form = {};
const portal = testPortal();
let hideDialog: () => void;

beforeAll(async () => {
  await portal.reset();
});
beforeEach(() => {
  dropUnsavedChanges();
  hideDialog = store.sub(leaveQuestionAtom, () => {});
});
afterEach(() => hideDialog());

const question = () => store.get(leaveQuestionAtom);

/** Whether the browser would ask before it unloads the page. */
function isUnloadPrevented(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('without unsaved changes the user leaves without a question', async () => {
  expect(await confirmLeaving()).toBe(true);
  expect(isUnloadPrevented()).toBe(false);
});

test('staying keeps unsaved changes, leaving drops them', async () => {
  markUnsavedChanges(form, true);
  expect(isUnloadPrevented()).toBe(true);
  const first = confirmLeaving();
  question()?.answer(false);
  expect(await first).toBe(false);
  expect(hasUnsavedChanges()).toBe(true);
  const second = confirmLeaving();
  question()?.answer(true);
  expect(await second).toBe(true);
  expect(hasUnsavedChanges()).toBe(false);
  expect(isUnloadPrevented()).toBe(false);
  expect(question()).toBeUndefined();
});

test('a second attempt while the question is open is refused', async () => {
  markUnsavedChanges(form, true);
  const first = confirmLeaving();
  const asked = question();
  expect(await confirmLeaving()).toBe(false);
  expect(question()).toBe(asked);
  asked?.answer(true);
  expect(await first).toBe(true);
});

test('asks as long as one of several owners has unsaved changes', () => {
  const other = {};
  markUnsavedChanges(form, true);
  markUnsavedChanges(form, true);
  markUnsavedChanges(other, true);
  markUnsavedChanges(form, false);
  expect(isUnloadPrevented()).toBe(true);
  markUnsavedChanges(other, false);
  expect(isUnloadPrevented()).toBe(false);
});

test('asks again about changes after the earlier ones were dropped', async () => {
  markUnsavedChanges(form, true);
  dropUnsavedChanges();
  markUnsavedChanges(form, true);
  expect(hasUnsavedChanges()).toBe(true);
});

test('saving while the question is open answers it: the user leaves', async () => {
  markUnsavedChanges(form, true);
  const leaving = confirmLeaving();
  markUnsavedChanges(form, false);
  expect(await leaving).toBe(true);
  expect(question()).toBeUndefined();
});

test('signing out drops the changes, and an open question is answered by staying', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: '' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  markUnsavedChanges(form, true);
  const leaving = confirmLeaving();
  await signOut();
  expect(await leaving).toBe(false);
  expect(hasUnsavedChanges()).toBe(false);
});

test('anonymous users keep their unsaved changes when the session is restored', async () => {
  markUnsavedChanges(form, true);
  await portal.reset();
  expect(hasUnsavedChanges()).toBe(true);
});

test('a dialog that is removed answers by staying', async () => {
  markUnsavedChanges(form, true);
  const leaving = confirmLeaving();
  hideDialog();
  expect(await leaving).toBe(false);
  expect(hasUnsavedChanges()).toBe(true);
});

test('without a dialog the browser asks', async () => {
  hideDialog();
  markUnsavedChanges(form, true);
  const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  expect(await confirmLeaving()).toBe(false);
  expect(hasUnsavedChanges()).toBe(true);
  expect(await confirmLeaving()).toBe(true);
  expect(hasUnsavedChanges()).toBe(false);
  expect(confirm).toHaveBeenCalledWith('Sair sem salvar?');
  confirm.mockRestore();
});

test('saving leaves when everything is saved, and stays otherwise', async () => {
  const saved: string[] = [];
  let canSave = false;
  const other = {};
  markUnsavedChanges(form, true, async () => saved.push('form') > 0);
  markUnsavedChanges(other, true, async () => canSave && saved.push('other') > 0);
  const first = confirmLeaving();
  await question()?.save?.();
  expect(await first).toBe(false);
  expect(hasUnsavedChanges()).toBe(true);
  canSave = true;
  const second = confirmLeaving();
  await question()?.save?.();
  expect(await second).toBe(true);
  expect(saved).toEqual(['form', 'form', 'other']);
  expect(hasUnsavedChanges()).toBe(false);
});

test('nothing can be saved while one of several owners cannot', () => {
  markUnsavedChanges(form, true, async () => true);
  markUnsavedChanges({}, true);
  void confirmLeaving();
  expect(question()?.save).toBeUndefined();
});

/** A module that marks itself as saved first, and then fetches its list again. */
function markSlowlySaved() {
  let finish = (_isSaved: boolean) => {};
  let fail = (_error: Error) => {};
  const done = new Promise<boolean>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  markUnsavedChanges(form, true, () => {
    markUnsavedChanges(form, false);
    return done;
  });
  return { finish, fail };
}

test('a save alone answers its question, also when the module is clean before it ends', async () => {
  const { finish } = markSlowlySaved();
  const leaving = confirmLeaving();
  const asked = question();
  const saving = asked?.save?.();
  expect(question()).toBe(asked);
  finish(true);
  await saving;
  expect(await leaving).toBe(true);
});

test('a save that fails after the module was clean keeps the user, and rejects', async () => {
  const { fail } = markSlowlySaved();
  const leaving = confirmLeaving();
  const saving = question()?.save?.();
  fail(new Error('no network'));
  await expect(saving).rejects.toThrow('no network');
  expect(await leaving).toBe(false);
});

test('after a save that failed, the next question is answered by saving elsewhere', async () => {
  const { fail } = markSlowlySaved();
  void confirmLeaving();
  const saving = question()?.save?.();
  fail(new Error('no network'));
  await expect(saving).rejects.toThrow('no network');
  markUnsavedChanges(form, true);
  const leaving = confirmLeaving();
  markUnsavedChanges(form, false);
  expect(question()).toBeUndefined();
  expect(await leaving).toBe(true);
});

test('a save that ends after its user has signed out leaves the next question open', async () => {
  const { fail } = markSlowlySaved();
  const leaving = confirmLeaving();
  const saving = question()?.save?.();
  dropUnsavedChanges();
  expect(await leaving).toBe(false);
  markUnsavedChanges({}, true);
  const next = confirmLeaving();
  const asked = question();
  fail(new Error('401'));
  await saving;
  expect(asked).toBeDefined();
  expect(question()).toBe(asked);
  asked?.answer(true);
  expect(await next).toBe(true);
});

function Form({ isDirty }: { readonly isDirty: boolean }) {
  useUnsavedChanges(isDirty);
  return null;
}

test('a form has unsaved changes while it is dirty and on screen', () => {
  const { rerender, unmount } = render(<Form isDirty={false} />);
  expect(hasUnsavedChanges()).toBe(false);
  rerender(<Form isDirty />);
  expect(hasUnsavedChanges()).toBe(true);
  rerender(<Form isDirty={false} />);
  expect(hasUnsavedChanges()).toBe(false);
  rerender(<Form isDirty />);
  unmount();
  expect(hasUnsavedChanges()).toBe(false);
});
