import { blockedNeedsAtom, type ErrorReport, receiveReports, store } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { reportViolation } from './report-violation';

const shell = `${location.origin}/@portico/react.js`;
const orders = 'https://cdn.test/orders/1/orders.js';
const imports = {
  react: shell,
  'react-dom': shell,
  '@portico/shared': `${location.origin}/@portico/shared.js`,
  '@module/orders': orders,
  '@module/stock': 'https://cdn.test/stock/1/stock.js',
  '@acme/api': 'https://cdn.test/packages/api/1/api.js',
};

const portal = testPortal();
let reports: ErrorReport[];
beforeAll(() => {
  const resolve = (name: string) => new Map(Object.entries(imports)).get(name) ?? name;
  Object.assign(window, { System: { getImportMap: () => ({ imports }), resolve } });
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation();
  reports = [];
  receiveReports((report) => void reports.push(report));
  portal.visit('/stock/list');
});
afterEach(() => jest.restoreAllMocks());

const call = {
  blockedURI: 'https://api.acme.test/orders?user=ana',
  disposition: 'enforce',
  effectiveDirective: 'connect-src',
  sourceFile: orders,
} as const;

test('a blocked call is reported once, with what the module declares, and the developer sees it', () => {
  reportViolation(call);
  reportViolation({ ...call, blockedURI: 'https://api.acme.test/others' });
  expect(reports).toEqual([
    {
      kind: 'policy-violation',
      source: '@module/orders',
      address: orders,
      error: new Error(
        'The content policy blocks connections https://api.acme.test. Declare it in package.json, and the operator allows it once: "portico": { "policy": { "connections": ["https://api.acme.test"] } }',
      ),
    },
  ]);
  expect(store.get(blockedNeedsAtom)).toEqual([
    { source: '@module/orders', need: { connections: ['https://api.acme.test'] } },
  ]);
});

test.each([
  ['a chunk', { sourceFile: 'https://cdn.test/orders/1/2.js' }, '@module/orders'],
  ['a package', { sourceFile: 'https://cdn.test/packages/api/1/ky.js' }, '@acme/api'],
  ['the portal’s React, at its request', { sourceFile: shell, effectiveDirective: 'img-src' }, '@module/stock'],
  ['no script', { sourceFile: '', effectiveDirective: 'font-src', blockedURI: 'data' }, '@module/stock'],
  [
    'no script, for a file of a module',
    { sourceFile: '', effectiveDirective: 'media-src', blockedURI: 'https://cdn.test/orders/1/a.mp3' },
    '@module/orders',
  ],
  ['an extension', { sourceFile: 'chrome-extension://abcdef/inject.js' }, undefined],
  ['a script that no need allows', { blockedURI: 'eval', effectiveDirective: 'script-src' }, undefined],
  ['a policy that only reports', { disposition: 'report' as const }, undefined],
])('a violation by %s', (what, changes, source) => {
  const blockedURI = `https://${what.replaceAll(/\W/g, '-')}.test`;
  reportViolation({ ...call, blockedURI, ...changes });
  expect(reports.map((report) => report.source)).toEqual(source === undefined ? [] : [source]);
});
