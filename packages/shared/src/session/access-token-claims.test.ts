import { claimsOf } from './access-token-claims';

function tokenWith(payload: string): string {
  const encoded = Buffer.from(payload).toString('base64url');
  return `header.${encoded}.signature`;
}

test('reads subject and times of a JWT', () => {
  expect(claimsOf(tokenWith('{"sub":"ana","iat":10,"exp":20,"app":"smsa"}'))).toEqual({ sub: 'ana', iat: 10, exp: 20 });
});

test.each([
  ['', 'nothing'],
  ['opaque', 'an opaque token'],
  ['a.b', 'no base64'],
  ['a.%%%.c', 'no base64 at all'],
  [tokenWith('42'), 'a number'],
  [tokenWith('{'), 'broken JSON'],
  [tokenWith('{"exp":"soon"}'), 'a time that is none'],
])('%j (%s) has no claims', (token) => {
  expect(claimsOf(token)).toEqual({});
});
