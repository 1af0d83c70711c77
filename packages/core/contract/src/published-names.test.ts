import * as v from 'valibot';
import { getImportName, getPublishedName, isPackageImport } from './published-names';
import { moduleFileNameSchema } from './publishing/module-file-name';
import { publishedNameSchema, sharedPackagesSchema } from './publishing/shared-packages';

test.each([
  ['orders', '@module/orders'],
  ['@acme/styleguide', '@acme/styleguide'],
  ['@npm/rxjs', 'rxjs'],
  ['@npm/zone.js', 'zone.js'],
  ['@npm/rxjs/operators', 'rxjs/operators'],
])('%s is published, and imported as %s', (published, name) => {
  expect(v.is(publishedNameSchema, published)).toBe(true);
  expect(getImportName(published)).toBe(name);
  expect(getPublishedName(name)).toBe(published);
  expect(v.is(sharedPackagesSchema, { [name]: '*' })).toBe(true);
});

test.each(['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa', 'systemjs', '@portico/ui'])(
  'no team publishes %s, which is a name of the portal',
  (name) => {
    expect(v.is(publishedNameSchema, getPublishedName(name))).toBe(false);
    expect(v.is(sharedPackagesSchema, { [name]: '*' })).toBe(false);
    expect(isPackageImport(name)).toBe(false);
  },
);

test.each(['@npm/', '@npm/Rx', '@npm/../x', '@npm/a/b/c', '@npm/a~b', '@npm/x/', '@npm/.bin', 'rxjs/operators'])(
  '%s is not published',
  (name) => {
    expect(v.is(publishedNameSchema, name)).toBe(false);
  },
);

test('a module imports a library by its own name', () => {
  const { issues } = v.safeParse(sharedPackagesSchema, { '@npm/rxjs': '^7' });
  expect(issues?.[0].message).toBe('A module imports a library without the scope @npm.');
});

test.each([
  'orders.js',
  'assets/vpss(people)spa-BFO9jZg2.css',
  "a!$&'()*+,;=@b~c-d_e.f",
  'chunks/page:1.js',
  '@acme/a..js',
])('%s is the name of a file, and its address has it as it is', (name) => {
  expect(v.is(moduleFileNameSchema, name)).toBe(true);
  for (const folder of ['https://portal.test/modules/orders/1/', 'http://localhost:9100/']) {
    expect(new URL(name, folder).href).toBe(folder + name);
    expect(new URL(folder + name).href).toBe(folder + name);
  }
  expect(decodeURIComponent(name)).toBe(name);
});

test.each([
  ['my logo.png', '" "'],
  ['%2e%2e/secret.js', '"%"'],
  ['a%2fb.js', '"%"'],
  ['..\\secret.js', '"\\\\"'],
  ['a.js?b', '"?"'],
  ['a.js#b', '"#"'],
  ['<a>.js', '"<"'],
  ['a"b.js', '"\\""'],
  ['a\u0000.js', '"\\u0000"'],
  ['a\n.js', '"\\n"'],
  ['gráfico.js', '"á"'],
  ['😀.js', '"😀"'],
])('%j cannot be the name of a file, because of %s', (name, character) => {
  const { issues } = v.safeParse(moduleFileNameSchema, name);
  expect(issues?.[0].message).toBe(`A file name has no ${character}: addresses cannot have it as it is.`);
});

test.each([
  '../secret.js',
  'a/../secret.js',
  './a.js',
  '.env',
  'a/.git/config',
  '/etc/passwd',
  'a//b.js',
  'a/',
  '',
  'https://evil.test/a.js',
  'https:/evil.test/a.js',
  'javascript:alert(1).js',
  'C:/a.js',
  `${'a'.repeat(198)}.js`,
])('%s is the name of no file', (name) => {
  expect(v.is(moduleFileNameSchema, name)).toBe(false);
});
