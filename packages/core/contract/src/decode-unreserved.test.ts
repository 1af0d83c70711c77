import { decodeUnreserved } from './decode-unreserved';

test.each([
  ['/%6Cab/x', '/lab/x'],
  ['/smsa%2Ddev/', '/smsa-dev/'],
  ['/smsa%2ddev/%7e%5f%2e%39?q=%41#%7A', '/smsa-dev/~_.9?q=A#z'],
  ['/a%2Fb%3F%23%25%20%C3%A9%5B%60%7B%40%5E', '/a%2Fb%3F%23%25%20%C3%A9%5B%60%7B%40%5E'],
  ['/%256Cab', '/%256Cab'],
  ['/50%off', '/50%off'],
])('%s is the address %s', (address, decoded) => {
  expect(decodeUnreserved(address)).toBe(decoded);
});

test('only unreserved characters are decoded', () => {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const encode = (text: string) => `%${text.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const decoded = characters.filter((text) => decodeUnreserved(encode(text)) === text);
  expect(decoded.join('')).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~');
});
