import * as v from 'valibot';
import { configurationSchema } from './configuration';

const findError = (configuration: unknown) => v.safeParse(configurationSchema, configuration).issues?.[0].message;

test.each(['http://localhost:9200', 'https://modules.example.com', 'https://[::1]:8443'])(
  '%s is an exact origin',
  (origin) => {
    expect(findError({ moduleOrigins: [origin], overrides: [origin] })).toBeUndefined();
  },
);

test.each([
  // A path, no scheme, another scheme, the port that goes without saying.
  'https://a.example/',
  'a.example',
  'wss://a.example',
  'https://a.example:443',
  // Not as a browser writes it.
  'https://A.example',
  ' https://a.example',
  'https://user@a.example',
  // Patterns, and lists in one string.
  '*',
  'https://*.example',
  'https://a.example,b.example',
  'https://a.example https://b.example',
  "https://a.example;script-src'none'",
])('%j is not an exact origin', (origin) => {
  expect(findError({ moduleOrigins: [origin] })).toMatch(/is not an exact origin such as/);
  expect(findError({ overrides: [origin] })).toBeDefined();
});

test('overrides are off by default, and an empty list or another word is refused', () => {
  expect(v.parse(configurationSchema, {}).overrides).toBe('off');
  for (const overrides of ['on', '', [], true, 'http://localhost:9200'])
    expect(findError({ overrides })).toMatch(/^Overrides are "off", or a list of exact origins/);
});

test.each([
  '/media/logo.png',
  'https://cdn.example/logo.png?v=1',
  'https://cdn.example:8443',
  'https://módulos.example/a;b',
])('the logo %s is accepted', (logo) => {
  expect(findError({ tenants: { acme: { name: 'Acme', logo } } })).toBeUndefined();
});

test.each([
  "https://cdn.example;script-src'none'/logo.png",
  'https://a.example,b/logo.png',
  '//cdn.example/logo.png',
  'https://*/logo.png',
  'https://*.example/logo.png',
  'https://*.example:8443',
])('the logo %s is refused', (logo) => {
  expect(findError({ tenants: { acme: { name: 'Acme', logo } } })).toMatch(/^A logo is/);
});

test('the addresses of the API and of the broker have one origin each', () => {
  expect(findError({ apiUrl: 'https://*.example/api' })).toMatch(/^The API is at/);
  expect(findError({ realtime: { url: 'wss://*.example/mqtt' } })).toMatch(/^The address of the broker/);
  expect(findError({ apiUrl: 'https://api.example/v1', realtime: { url: 'wss://b_1.example/mqtt' } })).toBeUndefined();
});
