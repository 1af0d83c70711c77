import { render, screen } from '@testing-library/react';
import { FailureNotice } from './failure-notice';

it('announces what went wrong, and not every second of the wait', () => {
  render(<FailureNotice text="Too many tries." countdown="Wait 9 s." />);
  expect(screen.getByRole('alert')).toHaveTextContent('Too many tries. Wait 9 s.');
  expect(screen.getByRole('timer')).toHaveTextContent(/^Wait 9 s\.$/);
});
