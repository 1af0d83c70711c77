import { isAllowedOverride } from './override-rules';

const rules = {
  origins: ['http://localhost:9200', 'https://dev.example'],
  deployed: { react: '/react.js', '@portico/home': '/home.js', '@portico/shared': '/shared.js' },
};
const isAllowedAt = (address: string) => isAllowedOverride('@module/orders', address, rules);
const isAllowedName = (name: string) => isAllowedOverride(name, 'http://localhost:9200/orders.js', rules);

test.each(['http://localhost:9200/orders.js', 'http://localhost:9200/a/b.js?x=1', 'https://dev.example/orders.js'])(
  'a module may come from %s',
  (address) => {
    expect(isAllowedAt(address)).toBe(true);
  },
);

test.each([
  // Another origin that looks alike.
  'http://localhost:9200.evil.example/orders.js',
  'https://dev.example.evil.example/orders.js',
  'https://dev.examples/orders.js',
  'https://dev.example@evil.example/orders.js',
  'http://localhost:92001/orders.js',
  'http://localhost:9201/orders.js',
  'http://localhost/orders.js',
  'https://localhost:9200/orders.js',
  'https://dev.example:8443/orders.js',
  // The same one, not to the letter.
  'HTTP://LOCALHOST:9200/orders.js',
  'http://user:secret@localhost:9200/orders.js',
  'https://dev.example:443/orders.js',
  ' http://localhost:9200/orders.js',
  'http://local\thost:9200/orders.js',
  'http:\\\\localhost:9200\\orders.js',
  'http://localhost:9200\\@evil.example/orders.js',
  'http://localhost:9200/\\evil.example/orders.js',
  // None at all.
  '//localhost:9200/orders.js',
  '/orders.js',
  './orders.js',
  '9200',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'blob:http://localhost:9200/1',
  'http://localhost:9200',
  '',
])('no module may come from %j', (address) => {
  expect(isAllowedAt(address)).toBe(false);
});

test('modules and parts of the shell can be overridden, except those that the page needs', () => {
  expect(['@module/orders', '@module/new-one', '@portico/home'].map(isAllowedName)).toEqual([true, true, true]);
  for (const name of ['react', '@portico/shared', '@portico/developer', '@portico/root-config', 'single-spa'])
    expect([name, isAllowedName(name)]).toEqual([name, false]);
});

test('an invalid or unknown name cannot be overridden', () => {
  for (const name of [
    '@module/',
    '@module/profile',
    '@module/Orders',
    '@module/a/b',
    '@portico/',
    'lodash',
    '',
    '__proto__',
    'toString',
  ])
    expect([name, isAllowedName(name)]).toEqual([name, false]);
});

test('without origins, nothing can be overridden', () => {
  expect(isAllowedOverride('@module/orders', 'http://localhost:9200/orders.js', { ...rules, origins: [] })).toBe(false);
});
