import { ApiFailure } from '../api/api-failure';
import { explainFailure } from './use-action';

const failed = { key: 'signin.failed', message: '', waitSeconds: 0 };

test.each([
  ['no answer', new ApiFailure(0, 'unreachable', ''), { ...failed, key: 'signin.unreachable' }],
  ['a 500', new ApiFailure(500, 'unknown', ''), failed],
  ['a 503 with a message', new ApiFailure(503, 'down', 'Down.'), { ...failed, message: 'Down.' }],
  [
    'a 503 that says how long to wait',
    new ApiFailure(503, 'busy', 'Busy.', { retryAfter: 5 }),
    { ...failed, message: 'Busy.', waitSeconds: 5 },
  ],
  ['an answer of another shape', new ApiFailure(0, 'unexpected-answer', ''), failed],
  ['a refusal with a message', new ApiFailure(403, 'no', 'No.'), { ...failed, message: 'No.' }],
  ['a refusal without one', new ApiFailure(400, 'odd', ''), failed],
  [
    'a 429 that says how long to wait',
    new ApiFailure(429, 'too-many-tries', 'Wait.', { retryAfter: 29.2 }),
    { key: 'signin.too_many_tries', message: '', waitSeconds: 30 },
  ],
  ['a 429 that does not', new ApiFailure(429, 'too-many-tries', 'Wait.'), { ...failed, message: 'Wait.' }],
  ['an error of our own', new TypeError('x'), failed],
])('explains %s', (_case, error, failure) => {
  expect(explainFailure(error, 'signin.failed')).toEqual(failure);
});
