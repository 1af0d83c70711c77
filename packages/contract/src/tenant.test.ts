import { tenantOfHost } from './tenant';

const hosts = { localhost: 'smsa', 'portal.finouro.test': 'finouro' };

test.each([
  ['localhost', 'smsa'],
  ['LOCALHOST', 'smsa'],
  ['portal.finouro.test', 'finouro'],
  ['smsa.localhost', 'smsa'],
  ['other.portal.test', 'other'],
  ['constructor', 'constructor'],
])('the tenant of %s is %s', (host, tenant) => {
  expect(tenantOfHost(host, hosts)).toBe(tenant);
});
