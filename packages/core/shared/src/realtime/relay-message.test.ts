import { parsePayload } from './relay-message';

const entry = { id: 1, title: 'Ticket', created_at: '2026-11-21T14:32:00.000Z' };

it('reads a notification, and whether it is silent', () => {
  expect(parsePayload(JSON.stringify({ ...entry, App: { module: 'smsa' } }))).toMatchObject({
    id: 1,
    title: 'Ticket',
    body: '',
    module: 'smsa',
    read: false,
    silent: false,
  });
  expect(parsePayload(JSON.stringify({ ...entry, silent: true })).silent).toBe(true);
});

it('reads one without a title, and one without a readable time', () => {
  const { title: _, ...untitled } = entry;
  expect(parsePayload(JSON.stringify(untitled)).title).toBe('');
  expect(parsePayload(JSON.stringify({ ...entry, created_at: 'yesterday' })).createdAt).toBe('');
});

it.each([
  ['{', 'It is not JSON.'],
  ['null', 'Invalid type'],
  ['[]', 'id'],
  [JSON.stringify({ ...entry, id: {} }), 'id'],
  [JSON.stringify({ ...entry, title: 5 }), 'title'],
  [JSON.stringify({ ...entry, redirect: ['x'] }), 'redirect'],
  [JSON.stringify({ ...entry, created_at: {} }), 'created_at'],
  [JSON.stringify({ ...entry, body: 'x'.repeat(70_000) }), 'characters'],
])('refuses %.60s', (text, message) => {
  expect(() => parsePayload(text)).toThrow(TypeError);
  expect(() => parsePayload(text)).toThrow(message);
});
