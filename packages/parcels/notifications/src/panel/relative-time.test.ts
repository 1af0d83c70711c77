import { formatFullTime, formatRelativeTime } from './relative-time';

const time = new Date(2026, 10, 21, 14, 32).toISOString();
const minute = 60_000;
const day = 24 * 60 * minute;

it.each([
  [-5 * minute, 'agora', 'now'],
  [0, 'agora', 'now'],
  [59_999, 'agora', 'now'],
  [minute, 'há 1 minuto', '1 minute ago'],
  [59 * minute, 'há 59 minutos', '59 minutes ago'],
  [60 * minute, 'há 1 hora', '1 hour ago'],
  [23.9 * 60 * minute, 'há 23 horas', '23 hours ago'],
  [day, 'há 1 dia', '1 day ago'],
  [29 * day, 'há 29 dias', '29 days ago'],
  [30 * day, 'há 1 mês', '1 month ago'],
  [359 * day, 'há 11 meses', '11 months ago'],
  [360 * day, 'há 1 ano', '1 year ago'],
  [800 * day, 'há 2 anos', '2 years ago'],
])('tells a time %s ms ago as "%s" and "%s"', (age, portuguese, english) => {
  const now = Date.parse(time) + age;
  expect(formatRelativeTime(time, now, 'pt')).toBe(portuguese);
  expect(formatRelativeTime(time, now, 'en')).toBe(english);
});

it.each([
  ['the day before yesterday', new Date(2026, 10, 23, 23, 50), new Date(2026, 10, 25, 0, 10), 'há 1 dia', '1 day ago'],
  ['this month', new Date(2026, 11, 1, 8), new Date(2026, 11, 31, 9), 'há 1 mês', '1 month ago'],
  ['this year', new Date(2026, 0, 2, 8), new Date(2026, 11, 31, 9), 'há 1 ano', '1 year ago'],
])('counts, and names no other day, month or year, for a time of %s', (_of, then, now, portuguese, english) => {
  expect(formatRelativeTime(then.toISOString(), now.getTime(), 'pt')).toBe(portuguese);
  expect(formatRelativeTime(then.toISOString(), now.getTime(), 'en')).toBe(english);
});

it('writes the full time in both languages', () => {
  expect(formatFullTime(time, 'pt')).toBe('sábado, 21 de novembro de 2026 às 14:32');
  expect(formatFullTime(time, 'en')).toMatch(/^Saturday,? 21 November 2026 at 14:32$/);
});
