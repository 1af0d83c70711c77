import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button';

it('does nothing while it is busy, and keeps its name and the focus', async () => {
  const onClick = jest.fn();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(
    <Button onClick={onClick} isBusy>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save', busy: true });
  expect(button).toHaveFocus();
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('does nothing while it is on hold, and can still be focused', async () => {
  const onSubmit = jest.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isOnHold>
        Save
      </Button>
    </form>,
  );
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});
