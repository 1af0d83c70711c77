import { render } from '@testing-library/react';
import { signOut } from '../session/session';
import { store } from '../store';
import { startTestPortal, type TestPortal } from '../testing';
import {
  confirmLeaving,
  dropUnsavedChanges,
  hasUnsavedChanges,
  leaveQuestionAtom,
  markUnsavedChanges,
} from './unsaved-changes';
import { useUnsavedChanges } from './use-unsaved-changes';

const form = {};
let portal: TestPortal;
let hideDialog: () => void;

beforeAll(async () => {
  portal = await startTestPortal();
  await portal.reset();
});
beforeEach(() => {
  dropUnsavedChanges();
  hideDialog = store.sub(leaveQuestionAtom, () => {});
});
afterEach(() => hideDialog());
afterAll(() => portal.close());

const question = () => store.get(leaveQuestionAtom);

/** Whether the browser would ask before it unloads the page. */
function isUnloadHeld(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('what is saved is left without a question', async () => {
  expect(await confirmLeaving()).toBe(true);
  expect(isUnloadHeld()).toBe(false);
});

test('staying keeps what is unsaved, leaving gives it up', async () => {
  markUnsavedChanges(form, true);
  expect(isUnloadHeld()).toBe(true);
  const first = confirmLeaving();
  question()?.answer(false);
  expect(await first).toBe(false);
  expect(hasUnsavedChanges()).toBe(true);
  const second = confirmLeaving();
  question()?.answer(true);
  expect(await second).toBe(true);
  expect(hasUnsavedChanges()).toBe(false);
  expect(isUnloadHeld()).toBe(false);
  expect(question()).toBeUndefined();
});

test('a second attempt while the question is open is none', async () => {
  markUnsavedChanges(form, true);
  const first = confirmLeaving();
  const asked = question();
  expect(await confirmLeaving()).toBe(false);
  expect(question()).toBe(asked);
  asked?.answer(true);
  expect(await first).toBe(true);
});

test('as long as one of several owners has unsaved changes, it asks', () => {
  const other = {};
  markUnsavedChanges(form, true);
  markUnsavedChanges(form, true);
  markUnsavedChanges(other, true);
  markUnsavedChanges(form, false);
  expect(isUnloadHeld()).toBe(true);
  markUnsavedChanges(other, false);
  expect(isUnloadHeld()).toBe(false);
});

test('what was given up may be changed again, and asks again', async () => {
  markUnsavedChanges(form, true);
  dropUnsavedChanges();
  markUnsavedChanges(form, true);
  expect(hasUnsavedChanges()).toBe(true);
});

test('saved while the question is open, it is answered: nothing is lost', async () => {
  markUnsavedChanges(form, true);
  const leaving = confirmLeaving();
  markUnsavedChanges(form, false);
  expect(await leaving).toBe(true);
  expect(question()).toBeUndefined();
});

test('signing out gives the changes up; an open question leads nowhere', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: '' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  markUnsavedChanges(form, true);
  const leaving = confirmLeaving();
  await signOut();
  expect(await leaving).toBe(false);
  expect(hasUnsavedChanges()).toBe(false);
});

test('somebody without a session keeps hers, whatever the portal finds out about sessions', async () => {
  markUnsavedChanges(form, true);
  await portal.reset();
  expect(hasUnsavedChanges()).toBe(true);
});

test('a dialog that goes away leaves nobody waiting', async () => {
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

function Form({ isDirty }: { readonly isDirty: boolean }) {
  useUnsavedChanges(isDirty);
  return null;
}

test('a form holds its changes while they are unsaved and it is on screen', () => {
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
