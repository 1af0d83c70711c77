import { ApiError } from '../../http/api-error';
import { isLocal, requireRemoteAddress } from './addresses';

test.each([
  'http://localhost:9100',
  'http://127.0.0.1:9100',
  'http://127.1.2.3',
  'http://[::1]:9100',
  'http://[::ffff:7f00:1]',
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://0.0.0.0:9100',
])('%s is on this machine', async (origin) => {
  await expect(requireRemoteAddress(new URL(`${origin}/app.js`))).rejects.toEqual(
    new ApiError(400, 'address-local', { values: { origin } }),
  );
});

test.each(['http://10.1.2.3', 'https://192.0.2.1', 'https://[2001:db8::1]'])('%s is not', async (origin) => {
  await expect(requireRemoteAddress(new URL(`${origin}/app.js`))).resolves.toBeUndefined();
});

test.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['fe80::1%eth0', true],
  ['192.168.0.1', false],
])('%s: %s', (ip, expected) => {
  expect(isLocal(ip)).toBe(expected);
});
