import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { createTextFrame } from './text-frame';

const before = '<html>ação '.repeat(500);
const after = '</script> fim '.repeat(300);

test.each([
  ['nothing', ''],
  ['a short text', '{"name":"Ana"}'],
  ['a text of more than one block', randomBytes(60_000).toString('base64')],
  ['letters of several bytes', 'ação €'.repeat(20)],
])('a compressed text with %s in the middle is the whole text', async (_what, middle) => {
  const fill = createTextFrame('text/html', before, after);
  for (const text of [fill(middle), fill(`${middle}!`)]) {
    expect(gunzipSync(await text.compress('gzip'))).toEqual(text.bytes);
  }
  expect(fill(middle).bytes.toString()).toBe(before + middle + after);
  expect((await fill(middle).compress('gzip')).length).toBeLessThan(middle.length * 1.5 + 1000);
});

test('nothing around the middle is fine as well', async () => {
  const text = createTextFrame('text/html', '', '')('middle');
  expect(gunzipSync(await text.compress('gzip')).toString()).toBe('middle');
});
