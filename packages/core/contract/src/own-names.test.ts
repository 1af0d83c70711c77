import * as v from 'valibot';
import { tenantKeySchema } from './configuration';
import { publishedNameSchema, sharedPackagesSchema } from './publishing/shared-packages';

test.each(['__proto__', 'constructor', 'prototype'])('%s is neither a tenant nor a package', (name) => {
  const shared = JSON.parse(`{"@acme/style": "1.x", "${name}": "1.x"}`);
  expect(v.is(tenantKeySchema, name)).toBe(false);
  expect(v.is(publishedNameSchema, name)).toBe(false);
  expect(v.is(publishedNameSchema, `@npm/${name}`)).toBe(false);
  expect(v.is(sharedPackagesSchema, shared)).toBe(false);
});
