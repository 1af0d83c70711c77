import { carriesVersion } from './addresses';

test.each([
  '/orders/1.4.0/orders.js',
  '/orders/v3/remoteEntry.js',
  '/orders/7/remoteEntry.js',
  '/orders@1.4.0/app.js',
  '/orders/build-1234/app.js',
  '/2026-11-23/app.js',
  '/orders/0a1b2c3/app.js',
  '/orders/orders.4f2c9d1e.js',
  '/assets/index-DiwrgTda.js',
  '/orders-1.4.0-rc.1.js',
  '/rxjs-7.8.1.min.js',
  '/orders.js?v=1.4.0',
  '/orders.js?4f2c9d1e',
])('%s says which content it has', (path) => {
  expect(carriesVersion(`https://files.acme.test${path}`)).toBe(true);
});

test.each([
  '/orders/remoteEntry.js',
  '/orders/orders.js',
  '/smsa-2/app.js',
  '/facade/decade.js',
  '/orders/latest/main.min.js',
  '/orders.js?debug=yes',
])('%s may have other content tomorrow', (path) => {
  expect(carriesVersion(`https://10.0.0.12:9200${path}`)).toBe(false);
});
