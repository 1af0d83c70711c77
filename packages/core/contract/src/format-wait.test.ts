import { formatWait } from './format-wait';

it.each([
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [708, '11 min 48 s'],
  [3600, '1 h'],
  [5430, '1 h 30 min'],
  [3659, '1 h'],
])('writes %s seconds as %s', (seconds, text) => expect(formatWait(seconds)).toBe(text));
