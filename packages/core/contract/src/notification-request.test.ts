import * as v from 'valibot';
import { notificationRequestSchema } from './notification-request';

const request = (fields: object) => ({ emails: ['ana@portico.test'], title: 'Title', ...fields });

test('an e-mail counts once, however it is written', () => {
  const { emails } = v.parse(notificationRequestSchema, request({ emails: ['Ana@portico.test', ' ana@portico.test'] }));
  expect(emails).toEqual(['ana@portico.test']);
});

test.each(['/smsa/orders/1?tab=2#top', 'https://example.com/a', 'http://localhost:9000/', 'HTTPS://EXAMPLE.COM'])(
  'a notification may lead to %s',
  (redirect) => {
    expect(v.is(notificationRequestSchema, request({ redirect }))).toBe(true);
  },
);

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/a\nb',
  'smsa/orders',
  'ftp://example.com',
  'https://',
  '',
  `/${'x'.repeat(1_000)}`,
])('a notification may not lead to %j', (redirect) => {
  expect(v.is(notificationRequestSchema, request({ redirect }))).toBe(false);
});

test('the length of a text is what users count', () => {
  const texts = { title: '👩‍👩‍👧'.repeat(200), body: '🇧🇷'.repeat(2_000) };
  expect(v.parse(notificationRequestSchema, request(texts))).toMatchObject(texts);
});

test.each<[string, object]>([
  ['nobody', { emails: [] }],
  ['an invalid e-mail', { emails: ['nobody'] }],
  ['too many', { emails: Array.from({ length: 1_001 }, (_, index) => `user${index}@portico.test`) }],
  ['a blank title', { title: ' ' }],
  ['an invisible title', { title: '\u200b' }],
  ['a long title', { title: 'x'.repeat(201) }],
  ['a long body', { body: 'x'.repeat(2_001) }],
  ['a heap of accents', { body: `e${'\u0301'.repeat(40_000)}` }],
  ['an icon of another folder', { icon: '../logo' }],
  ['an icon of another type', { icon: 'other/bell' }],
])('refuses %s', (_what, fields) => {
  expect(v.is(notificationRequestSchema, request(fields))).toBe(false);
});
