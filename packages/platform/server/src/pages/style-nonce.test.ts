import { createStyleNonce } from './style-nonce';

test('each page has a nonce of 128 bits of its own', () => {
  const nonces = Array.from({ length: 1_000 }, createStyleNonce);
  expect(new Set(nonces).size).toBe(nonces.length);
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(16);
});
