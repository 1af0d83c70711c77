import * as v from 'valibot';
import { formatPlan, rolloutPlanSchema } from './rollout';

const read = (typed: string) => {
  const { issues, output, success } = v.safeParse(rolloutPlanSchema, typed);
  return success ? output : issues[0].message;
};

test('a plan is shares with times, and is formatted as it was typed', () => {
  expect(read('5%/10m, 25%/1h,100%')).toEqual([
    { percent: 5, seconds: 600 },
    { percent: 25, seconds: 3600 },
    { percent: 100 },
  ]);
  const typed = '1%/90s,2%/1d,3%/2h,50%';
  expect(formatPlan(v.parse(rolloutPlanSchema, typed))).toBe(typed);
});

test.each([
  ['25%/10m,5%/1h,100%', 'plan-falling'],
  ['5%/10m,5%/1h,100%', 'plan-falling'],
  ['5%,100%', 'plan-without-time'],
  ['5%/10m,100%/1h', 'plan-malformed'],
  ['5%/10m', 'plan-malformed'],
  ['', 'plan-malformed'],
  ['0%/10m,100%', 'plan-malformed'],
  ['5%/10m,101%', 'plan-malformed'],
  ['5%/0m,100%', 'plan-malformed'],
  ['5/10m,100%', 'plan-malformed'],
  ['5%/10y,100%', 'plan-malformed'],
  [`${Array.from({ length: 10 }, (_, at) => `${at + 1}%/1m`).join()},100%`, 'plan-too-long'],
])('%s is refused: %s', (typed, code) => {
  expect(read(typed)).toBe(code);
});

test('a plan of very many steps is refused before it is read', () => {
  expect(read('5%/10m,'.repeat(1000))).toBe('plan-too-long');
});
