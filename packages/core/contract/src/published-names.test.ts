import * as v from 'valibot';
import {
  getImportName,
  getPublishedName,
  isPackageImport,
  publishedNameSchema,
  sharedPackagesSchema,
} from './published-names';

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
