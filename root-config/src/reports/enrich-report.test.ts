import { findVersion } from './enrich-report';

test.each([
  ['https://cdn.test/smsa/1.4.2/remoteEntry.js', '1.4.2'],
  ['https://cdn.test/smsa@v1.4.2-rc.1/remoteEntry.js', '1.4.2-rc.1'],
  ['https://cdn.test/smsa-1.4.2.min.js', '1.4.2'],
  ['https://cdn.test/smsa/remoteEntry.js?v=1.4.2', '1.4.2'],
  ['https://portal.test/@portico/shared.dcda0de777.js', 'dcda0de777'],
  ['https://cdn.test/smsa/3f2a9c1/remoteEntry.js', '3f2a9c1'],
  ['https://cdn.test/3f2a9c1/1.4.2/app.0f2c069d.mjs', '1.4.2'],
])('%s is version %s', (address, version) => {
  expect(findVersion(address)).toBe(version);
});

test.each([
  ['https://cdn.test/smsa/remoteEntry.js'],
  ['https://10.20.30.40:9100/facade/effaced.js'],
  ['https://cdn.test/smsa/remoteEntry.js?retry=1'],
])('%s has no version', (address) => {
  expect(findVersion(address)).toBeUndefined();
});
