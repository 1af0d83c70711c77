import { formatDateTime } from './format-date-time';

it('writes a time as DD-MM-YYYY HH:mm, in the time zone of the browser', () => {
  expect(formatDateTime(new Date(2026, 10, 5, 9, 7).toISOString())).toBe('05-11-2026 09:07');
});
