import { findTenantKey } from './configuration';

const hosts = { localhost: 'smsa', 'portal.finouro.test': 'finouro' };

test.each([
  ['localhost', 'smsa'],
  ['LOCALHOST', 'smsa'],
  ['portal.finouro.test', 'finouro'],
  ['smsa.localhost', 'smsa'],
  ['other.portal.test', 'other'],
  ['constructor', 'constructor'],
])('the tenant of %s is %s', (host, tenant) => {
  expect(findTenantKey(host, hosts)).toBe(tenant);
});
