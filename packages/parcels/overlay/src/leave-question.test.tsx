import { confirmLeaving, markUnsavedChanges, setLocale, showToast, signOut } from '@portico/shared';
import { renderParcel } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Overlay } from './overlay';
import { overlayPortal } from './testing/overlay-portal';

const portal = overlayPortal();
afterEach(() => act(() => markUnsavedChanges(portal, false)));

async function ask(save?: () => Promise<boolean>): Promise<Promise<boolean>[]> {
  renderParcel(Overlay, 'overlay');
  markUnsavedChanges(portal, true, save);
  let leaving = Promise.resolve(true);
  act(() => {
    leaving = confirmLeaving();
  });
  await screen.findByRole('dialog');
  // In an array, because `await` of this function would wait for a bare promise.
  return [leaving];
}

it('says what would be lost, and offers to stay first', async () => {
  await ask();
  const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' });
  expect(dialog).toHaveAccessibleDescription('What you changed here is not saved, and is lost if you leave.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Stay', 'Leave']);
  expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus();
});

it.each([
  ['Stay', false],
  ['Leave', true],
])('answers by %s', async (name, expected) => {
  const [leaving] = await ask();
  await userEvent.click(screen.getByRole('button', { name }));
  expect(await leaving).toBe(expected);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('saves and leaves, and ignores other answers meanwhile', async () => {
  let finish = (_isSaved: boolean) => {};
  const [leaving] = await ask(() => new Promise((resolve) => (finish = resolve)));
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['Stay', 'Leave', 'Save and leave']);
  await userEvent.click(screen.getByRole('button', { name: 'Save and leave' }));
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.getByRole('button', { name: 'Save and leave' })).toHaveAttribute('aria-busy', 'true');
  await act(async () => finish(true));
  expect(await leaving).toBe(true);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('stays when nothing could be saved', async () => {
  const [leaving] = await ask(async () => false);
  await userEvent.click(screen.getByRole('button', { name: 'Save and leave' }));
  expect(await leaving).toBe(false);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('says that nothing was saved when saving failed, and stays', async () => {
  const [leaving] = await ask(() => Promise.reject(new Error('offline')));
  await userEvent.click(screen.getByRole('button', { name: 'Save and leave' }));
  expect(await leaving).toBe(false);
  expect(await screen.findByRole('group', { name: /could not be saved, so you are still here/ })).toBeVisible();
});

it('ignores a save that fails after the user has signed out', async () => {
  let fail = (_error: Error) => {};
  await ask(() => new Promise((_resolve, reject) => (fail = reject)));
  await userEvent.click(screen.getByRole('button', { name: 'Save and leave' }));
  await act(() => signOut());
  await act(async () => fail(new Error('signed out')));
  act(() => void showToast({ text: 'Later' }));
  await screen.findByRole('group', { name: 'Later' });
  expect(screen.getAllByRole('group')).toHaveLength(1);
});

it('stays on Escape', async () => {
  const [leaving] = await ask();
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(await leaving).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('is open beside the dialog of an expired session, and each has its own answer', async () => {
  const [leaving] = await ask();
  await act(() => portal.expire());
  expect(screen.getAllByRole('dialog')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(await leaving).toBe(false);
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Your session ended');
});

it('speaks Portuguese', async () => {
  await setLocale('pt');
  await ask();
  expect(screen.getByRole('dialog', { name: 'Sair sem salvar?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ficar' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sair' })).toBeVisible();
});
