import { createEntryParsers } from './entry-parser';

const parseText = (text: string) =>
  createEntryParsers()({ id: 'team', signal: new AbortController().signal })(async () => Buffer.from(text), 'app.js');
const nested = `${'`${'.repeat(3000)}1${'}`'.repeat(3000)}`;

test('the form and the container of an entry come from another process', async () => {
  const container = 'export const get = () => {}; export const init = () => {}; const all = { "./app": 1 };';
  expect(await parseText(container)).toEqual({
    form: 'es-module',
    container: { type: 'module', expose: './app' },
  });
  expect(await parseText('globalThis.one = 1;')).toEqual({});
});

test.each([
  // Node 20 aborts at the first two; later ones throw an error.
  ['nested templates', nested, /nested too deeply|stack/],
  ['nested templates in an ES module', `export const x = ${nested}`, /nested too deeply|stack/],
  ['ten megabytes of brackets', '['.repeat(10 * 1024 * 1024), /nested too deeply|stack/],
  ['half a script', 'export default {', /Unexpected token/],
])('%s are refused, and this process continues', async (_case, text, error) => {
  await expect(parseText(text)).rejects.toMatchObject({
    status: 400,
    code: 'entry-not-script',
    values: { name: 'app.js', error: expect.stringMatching(error) },
  });
});
