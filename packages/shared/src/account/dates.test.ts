import { act, renderHook } from '@testing-library/react';
import { setLocale } from '../settings/settings';
import { startTestPortal, type TestPortal } from '../testing';
import { useDates } from './dates';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.reset());
afterEach(() => jest.useRealTimers());
afterAll(() => portal.close());

it('writes them as the portal does, in the time zone of the browser', () => {
  const { result } = renderHook(useDates);
  const time = new Date(2026, 10, 5, 9, 7).toISOString();
  expect(result.current.date(time)).toBe('05-11-2026');
  expect(result.current.dateTime(time)).toBe('05-11-2026 09:07');
});

it('says how long ago in the active language', async () => {
  const time = new Date(Date.now() - 3 * 60_000).toISOString();
  const { result } = renderHook(useDates);
  expect(result.current.ago(time)).toBe('há 3 minutos');
  await act(() => setLocale('en'));
  expect(result.current.ago(time)).toBe('3 minutes ago');
});

it('takes a time that is still to come for now: clocks differ', () => {
  const { result } = renderHook(useDates);
  expect(result.current.ago(new Date(Date.now() + 600_000).toISOString())).toBe('há poucos segundos');
});
