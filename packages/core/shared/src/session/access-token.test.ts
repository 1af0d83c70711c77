import { areOfDifferentUsers, isTokenExpired, parseAccessToken } from './access-token';

function createToken(payload: string): string {
  return `header.${Buffer.from(payload).toString('base64url')}.signature`;
}

test('reads subject and lifetime of a JWT, and counts the lifetime from the arrival', () => {
  const token = createToken('{"sub":"ana","iat":10,"exp":20,"app":"smsa"}');
  const accessToken = parseAccessToken(token, 'stamp', 5_000);
  expect(accessToken).toEqual({ token, subject: 'ana', expiresAt: 15_000, stamp: 'stamp' });
  expect(isTokenExpired(accessToken, 10_000)).toBe(false);
  expect(isTokenExpired(accessToken, 10_001)).toBe(true);
});

test.each([
  ['', 'an empty one'],
  ['opaque', 'an opaque one'],
  ['a.b', 'one that is not base64'],
  ['a.%%%.c', 'one with forbidden characters'],
  [createToken('42'), 'a number'],
  [createToken('{'), 'broken JSON'],
  [createToken('{"exp":"soon"}'), 'a time that is not a number'],
])('%j (%s) names no user and never expires', (token) => {
  expect(parseAccessToken(token, '', 0)).toEqual({
    token,
    subject: undefined,
    expiresAt: Number.POSITIVE_INFINITY,
    stamp: '',
  });
});

test('two tokens belong to different users only if both name a user', () => {
  const [ana, bruno, opaque] = [createToken('{"sub":"ana"}'), createToken('{"sub":"bruno"}'), 'opaque'].map((token) =>
    parseAccessToken(token, '', 0),
  );
  if (!ana || !bruno || !opaque) throw new Error('Three tokens are compared.');
  expect(areOfDifferentUsers(ana, bruno)).toBe(true);
  expect(areOfDifferentUsers(ana, ana)).toBe(false);
  expect(areOfDifferentUsers(ana, opaque)).toBe(false);
  expect(areOfDifferentUsers(opaque, bruno)).toBe(false);
});
