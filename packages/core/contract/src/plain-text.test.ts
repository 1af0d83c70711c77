import * as v from 'valibot';
import { createLineSchema, isolateText, shownTextSchema } from './plain-text';

const findIssue = (text: string) => v.safeParse(createLineSchema(10, 'name'), text).issues?.[0].message;

test.each(['', 'Ana', 'محمد علي', 'می\u200cخواهم', 'שרה\u200f', '👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍👩‍👧'.repeat(10), 'ẹ̀kọ́'])(
  '%j is a line',
  (text) => {
    expect(v.parse(createLineSchema(10), text)).toBe(text);
  },
);

test.each([
  ['a\u202egnp.exe', 'name-malformed'],
  ['a\u2066b\u2069', 'name-malformed'],
  ['a\u2028b', 'name-malformed'],
  ['a\nb', 'name-malformed'],
  ['a\0', 'name-malformed'],
  ['a\ud83d', 'name-malformed'],
  ['\u200b', 'name-missing'],
  ['\u3164', 'name-missing'],
  ['👩‍👩‍👧'.repeat(11), 'name-too-long'],
])('%j is refused: %s', (text, issue) => {
  expect(findIssue(text)).toBe(issue);
});

test('a text of others is shown without controls of its direction', () => {
  expect(v.parse(shownTextSchema, '\u202egnp.exe invoice\u202c')).toBe('gnp.exe invoice');
});

test('a right-to-left text is isolated in a sentence, others stay as they are', () => {
  expect(isolateText('فواتير 3')).toBe('\u2068فواتير 3\u2069');
  expect(isolateText('\u202eInvoices')).toBe('Invoices');
  expect(isolateText('Équipe 👩‍👩‍👧')).toBe('Équipe 👩‍👩‍👧');
});
