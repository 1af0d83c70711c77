import { ApiError } from '../../http/api-error';
import { formatMessage } from '../../i18n/i18n';
import { requireTrustedAddress } from './addresses';

const origins = [
  'https://cdn.example',
  'http://localhost:9100',
  'https://xn--mdulos-bxa.example',
  'https://[2001:db8::1]',
];

function readRefusal(address: string): string {
  try {
    return `taken as ${requireTrustedAddress(address, origins).href}`;
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code} ${error.values.origin}` : String(error);
  }
}

test('an address of a listed origin is accepted', () => {
  for (const address of [
    'https://cdn.example/smsa/app.js',
    'https://cdn.example/smsa/app.js?v=1&w=//evil.example',
    'https://cdn.example/@scope/app.js',
    'http://localhost:9100/smsa/',
    'https://[2001:db8::1]/app.js',
  ]) {
    expect(requireTrustedAddress(address, origins).href).toBe(address);
  }
});

test('the address is parsed before it is compared: case, the default port, hosts in other scripts, dots in the path', () => {
  const read = (address: string) => requireTrustedAddress(address, origins).href;
  expect(read('HTTPS://CDN.Example/App.js')).toBe('https://cdn.example/App.js');
  expect(read('https://cdn.example:443/app.js')).toBe('https://cdn.example/app.js');
  expect(read('https://módulos.example/app.js')).toBe('https://xn--mdulos-bxa.example/app.js');
  expect(read('https://cdn%2Eexample/app.js')).toBe('https://cdn.example/app.js');
  expect(read('https://cdn.example/a/%2e%2e/../b.js')).toBe('https://cdn.example/b.js');
  expect(read('https://cdn.example/%6Frders%2D1/%C3%A9%2F.js')).toBe('https://cdn.example/orders-1/%C3%A9%2F.js');
});

test.each([
  ['another origin', 'https://evil.example/app.js', 'https://evil.example'],
  [
    'an origin that starts as a listed one',
    'https://cdn.example.evil.example/app.js',
    'https://cdn.example.evil.example',
  ],
  ['an origin that ends as a listed one', 'https://evilcdn.example/app.js', 'https://evilcdn.example'],
  ['a listed one in the path', 'https://evil.example/https://cdn.example/app.js', 'https://evil.example'],
  ['another port', 'https://cdn.example:8443/app.js', 'https://cdn.example:8443'],
  ['another port that starts alike', 'http://localhost:91000/app.js', 'http://localhost:91000/app.js'],
  ['the default port of a listed host', 'http://localhost/app.js', 'http://localhost'],
  ['another scheme', 'http://cdn.example/app.js', 'http://cdn.example'],
  ['a dot behind the host', 'https://cdn.example./app.js', 'https://cdn.example.'],
  ['a letter of another script', 'https://cdn.exаmple/app.js', 'https://cdn.xn--exmple-4nf'],
  ['a subdomain', 'https://a.cdn.example/app.js', 'https://a.cdn.example'],
])('%s is refused by name', (_what, address, origin) => {
  expect(readRefusal(address)).toBe(`400 address-untrusted ${origin}`);
});

test.each([
  ['no scheme', '//cdn.example/app.js'],
  ['no scheme, three slashes', '///cdn.example/app.js'],
  ['a relative address', './app.js'],
  ['a path', '/app.js'],
  ['a bare name', 'cdn.example/app.js'],
  ['credentials', 'https://user:password@cdn.example/app.js'],
  ['a name in front of the host', 'https://cdn.example@evil.example/app.js'],
  ['empty credentials', 'https://@cdn.example/app.js'],
  ['empty credentials with a colon', 'https://:@cdn.example/app.js'],
  ['a backslash for a slash', 'https:\\\\cdn.example\\app.js'],
  ['a backslash behind the host', 'https://cdn.example\\@evil.example/app.js'],
  ['too few slashes', 'https:cdn.example/app.js'],
  ['too many slashes', 'https:///cdn.example/app.js'],
  ['a space in front', ' https://cdn.example/app.js'],
  ['a line feed within', 'https://cdn.exam\nple/app.js'],
  ['a tab in the scheme', 'ht\ttps://cdn.example/app.js'],
  ['a NUL at the end', 'https://cdn.example/app.js\0'],
  ['a space that only looks so', 'https://cdn.example/\u00a0app.js'],
  ['a fragment', 'https://cdn.example/app.js#x'],
  ['an empty fragment', 'https://cdn.example/app.js#'],
  ['a blob of a listed origin', 'blob:https://cdn.example/0f9b'],
  ['data', 'data:text/javascript,alert(1)'],
  ['a script', 'javascript:alert(1)//https://cdn.example/'],
  ['a file', 'file:///etc/passwd'],
  ['a websocket', 'wss://cdn.example/app.js'],
  ['nothing', ''],
])('%s is refused', (_what, address) => {
  expect(readRefusal(address)).toBe(`400 address-untrusted ${address}`);
});

test('the message names the origin and the list', () => {
  const values = { origin: 'https://evil.example' };
  expect(formatMessage('address-untrusted', 'en', values)).toMatch(/from https:\/\/evil\.example: .*moduleOrigins/);
  expect(formatMessage('address-untrusted', 'pt', values)).toMatch(/de https:\/\/evil\.example: .*moduleOrigins/);
});
