import { ApiFailure } from '../api/api-failure';
import { signInFailureOf } from './sign-in-failure';

const nothing = { message: '', seconds: 0 };

test.each([
  ['no answer', new ApiFailure(0, 'unreachable', ''), { kind: 'unreachable', key: 'signin.unreachable', ...nothing }],
  ['a 503', new ApiFailure(503, 'down', 'Down.'), { kind: 'unreachable', key: 'signin.unreachable', ...nothing }],
  ['a 401', new ApiFailure(401, 'no', 'No.'), { kind: 'credentials', key: 'signin.wrong_credentials', ...nothing }],
  [
    'a 429 that says how long',
    new ApiFailure(429, 'too-many-tries', 'Wait.', { retryAfter: 29.2 }),
    { kind: 'wait', key: 'signin.too_many_tries', message: '', seconds: 30 },
  ],
  [
    'a 429 that does not',
    new ApiFailure(429, 'too-many-tries', 'Wait.'),
    { kind: 'refused', key: 'signin.failed', message: 'Wait.', seconds: 0 },
  ],
  ['a fault of our own', new TypeError('x'), { kind: 'refused', key: 'signin.failed', ...nothing }],
])('tells %s apart', (_case, error, failure) => {
  expect(signInFailureOf(error, 'signin.failed')).toEqual(failure);
});
