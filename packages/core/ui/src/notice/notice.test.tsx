import { render, screen } from '@testing-library/react';
import { FailureNotice } from './notice';

const wait = { secondsLeft: 9, text: 'Wait 9 s.', overText: 'Try again now.' };

it('announces the failure, but not every second of the wait', () => {
  render(<FailureNotice text="Too many tries." wait={wait} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Too many tries. Wait 9 s.');
  expect(screen.getByRole('timer')).toHaveTextContent(/^Wait 9 s\.$/);
});

it('says that the wait is over', () => {
  const { rerender } = render(<FailureNotice text="Too many tries." wait={wait} />);
  rerender(<FailureNotice text="Too many tries." wait={{ ...wait, secondsLeft: 0 }} />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^Try again now\.$/);
});
