import { act, render, screen } from '@testing-library/react';
import { useSecondsUntil } from './use-seconds-until';

function Countdown({ until }: { readonly until: number }) {
  return <p>{useSecondsUntil(until)} s</p>;
}

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

it('counts down to zero, and then stops', () => {
  render(<Countdown until={2_500} />);
  expect(screen.getByText('3 s')).toBeVisible();
  act(() => jest.advanceTimersByTime(1_500));
  expect(screen.getByText('1 s')).toBeVisible();
  act(() => jest.advanceTimersByTime(1_000));
  expect(screen.getByText('0 s')).toBeVisible();
  expect(jest.getTimerCount()).toBe(0);
});

it('is right immediately after the tab has slept, and follows a new time', () => {
  const { rerender } = render(<Countdown until={60_000} />);
  jest.setSystemTime(50_000);
  act(() => jest.advanceTimersByTime(250));
  expect(screen.getByText('10 s')).toBeVisible();
  rerender(<Countdown until={110_000} />);
  expect(screen.getByText('60 s')).toBeVisible();
});
