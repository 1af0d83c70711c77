import { parseOverrideLink } from './override-link';

const orders = { name: '@module/orders', address: 'http://localhost:9200/orders.js?a=1,2' };

test('a link names a module and where to load it from, encoded or not', () => {
  expect(parseOverrideLink('@module/orders,http://localhost:9200/orders.js?a=1,2')).toEqual(orders);
  expect(parseOverrideLink(encodeURIComponent('@module/orders,http://localhost:9200/orders.js?a=1,2'))).toEqual(orders);
});

test.each(['', '@module/orders', '@module/orders,', ',http://localhost:9200/x.js', '@portico/home,http://a/x.js', '%'])(
  '%j names no module',
  (link) => {
    expect(parseOverrideLink(link)).toBeUndefined();
  },
);
