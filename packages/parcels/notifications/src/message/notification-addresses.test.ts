import { parseRedirect } from './notification-addresses';

const origin = 'https://smsa.example';

it.each([
  ['/smsa/tickets/1?tab=a#b', 'https://smsa.example/smsa/tickets/1?tab=a#b'],
  [' https://other.example/x ', 'https://other.example/x'],
  ['/smsa/relatório anual.pdf?de=março 1', 'https://smsa.example/smsa/relat%C3%B3rio%20anual.pdf?de=mar%C3%A7o%201'],
  ['https://other.example/日本 語', 'https://other.example/%E6%97%A5%E6%9C%AC%20%E8%AA%9E'],
  ['HTTP://other.example', 'http://other.example/'],
])('parses %s as %s', (redirect, href) => {
  expect(parseRedirect(redirect, origin)).toBe(href);
});

it.each([
  '',
  ' ',
  'undefined',
  'null',
  'text',
  'tickets/1',
  '//other.example',
  '/\\other.example',
  '\\\\other.example',
  '/\t/other.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'ftp://other.example',
  'https://',
  'https:/\\other.example',
])('rejects "%s"', (redirect) => {
  expect(parseRedirect(redirect, origin)).toBeUndefined();
});
