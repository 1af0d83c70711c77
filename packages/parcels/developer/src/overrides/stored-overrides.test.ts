import { forgetOverrides, keepAllowedOverrides, storeOverride, writeOverriddenModules } from './stored-overrides';

const rules = { origins: ['http://localhost:9200'], deployed: { '@portico/home': '/home.js' } };
const orders = 'http://localhost:9200/orders.js';

beforeEach(() => localStorage.clear());

test('allowed overrides stay, and everything else that the library would read is removed', () => {
  storeOverride('@module/orders', orders);
  storeOverride('@portico/home', orders);
  storeOverride('@module/evil', 'https://evil.example/x.js');
  storeOverride('@portico/shared', orders);
  localStorage.setItem('import-map-overrides-external-maps', '["https://evil.example/map.json"]');
  localStorage.setItem('import-map-overrides-disabled', '["@module/orders"]');
  localStorage.setItem('portico:theme', 'dark');
  expect(keepAllowedOverrides(rules).sort()).toEqual([
    '@module/evil cannot be overridden with https://evil.example/x.js: this portal allows its modules and the parts of its shell, from http://localhost:9200.',
    '@portico/shared cannot be overridden: every page needs it.',
  ]);
  expect({ ...localStorage }).toEqual({
    'import-map-override:@module/orders': orders,
    'import-map-override:@portico/home': orders,
    'import-map-overrides-disabled': '["@module/orders"]',
    'portico:theme': 'dark',
  });
});

test.each(['{', 'null', '{"a":1}', '[1]', '""'])(
  'the list of disabled names %s, which would stop the library, is removed',
  (text) => {
    localStorage.setItem('import-map-overrides-disabled', text);
    keepAllowedOverrides(rules);
    expect(localStorage.getItem('import-map-overrides-disabled')).toBeNull();
  },
);

test('forgetting the overrides keeps all other entries', () => {
  storeOverride('@module/orders', orders);
  localStorage.setItem('import-map-overrides-disabled', '[]');
  localStorage.setItem('import-map-overrides-external-maps', '[]');
  localStorage.setItem('portico:theme', 'dark');
  forgetOverrides();
  expect({ ...localStorage }).toEqual({ 'portico:theme': 'dark' });
});

test('a cookie tells the server which modules the next page overrides', () => {
  storeOverride('@module/stock', orders);
  storeOverride('@module/orders', orders);
  storeOverride('@module/off', orders);
  storeOverride('@portico/home', orders);
  localStorage.setItem('import-map-overrides-disabled', '["@module/off"]');
  writeOverriddenModules();
  expect(document.cookie).toBe('portico-overridden=orders.stock');
  forgetOverrides();
  writeOverriddenModules();
  expect(document.cookie).toBe('');
});
