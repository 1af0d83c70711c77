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
  [day, 'ontem', 'yesterday'],
  [29 * day, 'há 29 dias', '29 days ago'],
  [30 * day, 'mês passado', 'last month'],
  [359 * day, 'há 11 meses', '11 months ago'],
  [360 * day, 'ano passado', 'last year'],
  [800 * day, 'há 2 anos', '2 years ago'],
])('tells a time %s ms ago as "%s" and "%s"', (age, portuguese, english) => {
  const now = Date.parse(time) + age;
  expect(formatRelativeTime(time, now, 'pt')).toBe(portuguese);
  expect(formatRelativeTime(time, now, 'en')).toBe(english);
});

it('writes the full time in both languages', () => {
  expect(formatFullTime(time, 'pt')).toBe('sábado, 21 de novembro de 2026 às 14:32');
  expect(formatFullTime(time, 'en')).toMatch(/^Saturday,? 21 November 2026 at 14:32$/);
});
