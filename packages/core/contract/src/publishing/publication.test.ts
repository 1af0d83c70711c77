import * as v from 'valibot';
import { rolloutOutcomeSchema } from './publication';

test('an outcome counts although its detail ends in half a character or has a NUL', () => {
  const outcome = { module: 'orders', version: '2', outcome: 'failed', detail: 'a\0b\uD83D' };
  expect(v.parse(rolloutOutcomeSchema, outcome)).toEqual({ ...outcome, detail: 'a\uFFFDb\uFFFD' });
});
