import { embedJson } from './render-page';

test('JSON in a page ends no script and starts no comment', () => {
  const value = { name: '</script><!--<script>', other: ['&', '\u2028'] };
  const text = embedJson(value);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(value);
});
