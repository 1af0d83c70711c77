import { supportModalDialogs } from '@portico/shared/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { Modal } from './modal';

beforeAll(supportModalDialogs);

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Crop' });
const pressEscape = () => fireEvent(dialog(), new Event('cancel', { cancelable: true }));

it('asks whoever draws it to close it, and does not close by itself', () => {
  const onDismiss = jest.fn();
  render(
    <Modal labelledBy="title" onDismiss={onDismiss}>
      <h2 id="title">Crop</h2>
    </Modal>,
  );
  expect(dialog()).toHaveAttribute('closedby', 'closerequest');
  expect(pressEscape()).toBe(false);
  expect(onDismiss).toHaveBeenCalledTimes(1);
  // As browsers do when they no longer ask.
  dialog().close();
  expect(onDismiss).toHaveBeenCalledTimes(2);
  expect(dialog()).toBeVisible();
});

it('asks the newest owner, and gives the focus back once it is gone', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const calls: string[] = [];
  const draw = (name: string) => (
    <Modal labelledBy="title" onDismiss={() => calls.push(name)}>
      <h2 id="title">Crop</h2>
    </Modal>
  );
  const { rerender, unmount } = render(draw('first'));
  rerender(draw('second'));
  pressEscape();
  dialog().close();
  expect(calls).toEqual(['second', 'second']);
  unmount();
  expect(button).toHaveFocus();
  button.remove();
});
