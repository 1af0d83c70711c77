import type { AuditRecord } from '@portico/contract/administration';
import { formatRecord, parseSince } from './audit-command';

const now = new Date('2026-05-10T12:00:00Z');

test.each([
  ['2026-05-01', '2026-05-01T00:00:00.000Z'],
  ['2026-05-01T09:30:00Z', '2026-05-01T09:30:00.000Z'],
  ['30m', '2026-05-10T11:30:00.000Z'],
  ['12h', '2026-05-10T00:00:00.000Z'],
  ['7d', '2026-05-03T12:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['999999d', '1970-01-01T00:00:00.000Z'],
])('understands --since %s', (text, time) => {
  expect(parseSince(text, now).toISOString()).toBe(time);
});

test.each(['', 'yesterday', '7w', '2026-13-01', '2026-02-31', '2026-06-31T10:00:00Z', '2026-05-011', '12'])(
  'refuses --since "%s"',
  (text) => {
    expect(() => parseSince(text, now)).toThrow('is neither a time');
  },
);

const record: AuditRecord = {
  id: 7,
  at: '2026-05-10T12:00:00.000Z',
  action: 'access-granted',
  actor: { kind: 'operator', id: null, name: null },
  user: { id: 'u1', email: 'eva@acme.test' },
  account: null,
  tenant: 'acme',
  target: 'smsa',
  details: {},
  address: '10.0.0.7',
  request_id: 'r1',
};

test('a row names the actor, the action, its target and the address', () => {
  expect(formatRecord(record)).toEqual([
    record.at,
    'operator',
    'access-granted',
    'eva@acme.test',
    'acme',
    'smsa',
    '10.0.0.7',
    'r1',
    '',
  ]);
});

test('a row has ids instead of deleted names, and the start of the hash of an unknown account', () => {
  const deleted = { ...record, actor: { kind: 'user', id: 'u2', name: null }, user: { id: 'u1', email: null } };
  expect(formatRecord(deleted).slice(1, 4)).toEqual(['u2', 'access-granted', 'u1']);
  const details = { reason: 'wrong-credentials', audience: { percent: 5 } };
  const refused = { ...record, user: null, account: 'abcdefghijkl', details };
  expect(formatRecord(refused)[3]).toBe('unknown abcdefgh');
  expect(formatRecord(refused)[8]).toBe('reason=wrong-credentials audience={"percent":5}');
});
