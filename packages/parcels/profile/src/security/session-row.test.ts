import { setLocale } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { act, renderHook } from '@testing-library/react';
import { useTimeAgo } from './session-row';

const portal = testPortal();
beforeEach(() => portal.reset());

const timeIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

it('says how long ago in the active language', async () => {
  const time = timeIn(-3 * 60_000);
  const { result } = renderHook(useTimeAgo);
  expect(result.current(time)).toBe('há 3 minutos');
  await act(() => setLocale('en'));
  expect(result.current(time)).toBe('3 minutes ago');
});

it('shows a time in the future as now, because clocks differ', () => {
  const { result } = renderHook(useTimeAgo);
  expect(result.current(timeIn(600_000))).toBe('há poucos segundos');
});
