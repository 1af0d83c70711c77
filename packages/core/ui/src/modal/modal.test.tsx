import { supportModalDialogs } from '@portico/shared/testing';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Modal } from './modal';

beforeAll(supportModalDialogs);

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Crop' });
const pressEscape = () => fireEvent(dialog(), new Event('cancel', { cancelable: true }));

it('asks its owner to close it, and does not close by itself', () => {
  const onDismiss = jest.fn();
  render(
    <Modal title="Crop" onDismiss={onDismiss}>
      Choose a square.
    </Modal>,
  );
  expect(dialog()).toHaveAttribute('closedby', 'closerequest');
  expect(pressEscape()).toBe(false);
  expect(onDismiss).toHaveBeenCalledTimes(1);
  // As browsers do when they skip the cancel event.
  dialog().close();
  expect(onDismiss).toHaveBeenCalledTimes(2);
  expect(dialog()).toBeVisible();
});

it('asks the latest owner, and returns the focus when it is removed', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const calls: string[] = [];
  const draw = (name: string) => (
    <Modal title="Crop" onDismiss={() => calls.push(name)}>
      Choose a square.
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

const heard = jest.fn();
const listeners = { onPointerDown: heard, onMouseDown: heard, onMouseUp: heard, onClick: heard };

function Screen() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" {...listeners}>
        Beneath
      </button>
      {isOpen && (
        <Modal title="Crop">
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </Modal>
      )}
    </>
  );
}

describe('a double click on a button that closes it', () => {
  /** The position of the button, far from its position in the test before. */
  let place = 0;
  const press = (name: string, distance = 0) => {
    const target = screen.getByRole('button', { name });
    return userEvent.pointer({ keys: '[MouseLeft]', target, coords: { clientX: place + distance } });
  };

  beforeEach(async () => {
    heard.mockClear();
    place += 100;
    render(<Screen />);
    await press('Close');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('reaches nothing under it', async () => {
    await press('Beneath', 2);
    expect(heard).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Beneath' })).not.toHaveFocus();
  });

  it('is not absorbed when another dialog opened meanwhile', async () => {
    render(<Screen />);
    await press('Close');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is not absorbed when the second click is elsewhere', async () => {
    await press('Beneath', 40);
    await press('Beneath');
    expect(heard).toHaveBeenCalledTimes(8);
  });

  it('is not absorbed when the second click is later', () => {
    const beneath = screen.getByRole('button', { name: 'Beneath' });
    const second = createEvent.pointerDown(beneath, { clientX: place });
    Object.defineProperty(second, 'timeStamp', { value: second.timeStamp + 600 });
    fireEvent(beneath, second);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('is not absorbed when the second click is by the keyboard', async () => {
    screen.getByRole('button', { name: 'Beneath' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
