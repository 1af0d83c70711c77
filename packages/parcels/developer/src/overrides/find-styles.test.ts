import { findStyles } from './find-styles';

const address = 'http://localhost:9200/build/orders.js?live';

afterEach(() => jest.restoreAllMocks());

function answerWith(headers: HeadersInit) {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { headers }));
}

test('the server of an override names the style sheets that no script loads', async () => {
  answerWith({
    Link: '</orders.css>; rel=stylesheet, <more/a%20b.css>; rel="stylesheet", <x.js>; rel=preload; as=script',
  });
  expect(await findStyles(address)).toEqual([
    'http://localhost:9200/orders.css',
    'http://localhost:9200/build/more/a%20b.css',
  ]);
});

test('one that names none, or does not answer, has none', async () => {
  answerWith({});
  expect(await findStyles(address)).toBeUndefined();
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await findStyles(address)).toBeUndefined();
});
