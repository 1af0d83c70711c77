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

test.each([
  ['before others', '</a.css>; rel=stylesheet; media="screen, print"; crossorigin'],
  ['after others', '</a.css>; media="screen, print"; title="a \\"; b"; crossorigin; rel=stylesheet'],
  ['beside other relations', '</a.css>;as=style;rel="preload stylesheet"'],
  ['in capitals and with spaces', '< /a.css > ; REL = "Stylesheet"'],
  ['twice, of which the first counts', '</a.css>; rel=stylesheet; rel=preload'],
  ['after a link that has none', '</x>, </a.css>; rel=stylesheet,</y>;rel'],
])('the relation may stand %s', async (_where, header) => {
  answerWith({ Link: header });
  expect(await findStyles(address)).toEqual(['http://localhost:9200/a.css']);
});

test.each([
  ['another relation', '</a.css>; rel=stylesheet-x, </b.css>; rel="x-stylesheet"'],
  ['another parameter', '</a.css>; title="rel=stylesheet", </b.css>; title="; rel=stylesheet"; rel=preload'],
  ['a second relation', '</a.css>; rel=preload; rel=stylesheet'],
])('%s is none', async (_what, header) => {
  answerWith({ Link: header });
  expect(await findStyles(address)).toBeUndefined();
});

test('a server that does not answer in time has none, and the body of one that does is not read', async () => {
  const late = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
      }),
  );
  const found = findStyles(address);
  late.abort();
  expect(await found).toBeUndefined();
  expect(timeout).toHaveBeenCalledWith(5_000);
  const response = new Response('export {}', { headers: { Link: '</a.css>; rel=stylesheet' } });
  const cancel = jest.spyOn(response.body as ReadableStream, 'cancel');
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);
  await findStyles(address);
  expect(cancel).toHaveBeenCalled();
});

test('one that names none, or does not answer, has none', async () => {
  answerWith({});
  expect(await findStyles(address)).toBeUndefined();
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await findStyles(address)).toBeUndefined();
});
