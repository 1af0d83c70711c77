import { formatDateTime, formatFullTime, formatRelativeTime } from './dates';

const time = new Date(2026, 10, 5, 9, 7).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it('writes a time as DD-MM-YYYY HH:mm, in the time zone of the browser', () => {
  expect(formatDateTime(time)).toBe('05-11-2026 09:07');
});

it('writes the full time in both languages', () => {
  expect(formatFullTime(time, 'pt')).toBe('quinta-feira, 5 de novembro de 2026 às 09:07');
  expect(formatFullTime(time, 'en')).toBe('Thursday, 5 November 2026 at 09:07');
});

it.each([
  [-5 * minute, 'há poucos segundos', 'a few seconds ago'],
  [0, 'há poucos segundos', 'a few seconds ago'],
  [minute, 'há um minuto', 'a minute ago'],
  [3 * minute, 'há 3 minutos', '3 minutes ago'],
  [hour, 'há uma hora', 'an hour ago'],
  [20 * hour, 'há 20 horas', '20 hours ago'],
  [day, 'há um dia', 'a day ago'],
  [10 * day, 'há 10 dias', '10 days ago'],
  [30 * day, 'há um mês', 'a month ago'],
  [400 * day, 'há um ano', 'a year ago'],
  [800 * day, 'há 2 anos', '2 years ago'],
])('writes a time %s ms ago as "%s" and "%s"', (age, portuguese, english) => {
  const now = Date.parse(time) + age;
  expect(formatRelativeTime(time, now, 'pt')).toBe(portuguese);
  expect(formatRelativeTime(time, now, 'en')).toBe(english);
});
