import type { AuditRecord } from '@portico/contract/administration';
import { formatCsv } from './export-records';

const record: AuditRecord = {
  id: 1,
  at: '2026-05-01T09:30:00.000Z',
  action: 'sign-in-refused',
  actor: { kind: 'visitor', id: null, name: null },
  user: null,
  account: null,
  tenant: 'smsa',
  target: null,
  details: {},
  address: '::1',
  request_id: 'r1',
};

const formatTarget = (target: string) =>
  formatCsv([{ ...record, target }])
    .split(',smsa,')[1]
    ?.split(',{},')[0];

test('the first line of a CSV file names the columns, and empty values are empty cells', () => {
  expect(formatCsv([record])).toBe(
    '\uFEFFat,action,actor_kind,actor_id,actor,user_id,user,account,tenant,target,details,address,request_id\r\n' +
      '2026-05-01T09:30:00.000Z,sign-in-refused,visitor,,,,,,smsa,,{},::1,r1\r\n',
  );
});

test('cells are quoted where needed', () => {
  expect(formatTarget('a "b", c')).toBe('"a ""b"", c"');
  expect(formatTarget('a\nb')).toBe('"a\nb"');
});

test.each(['=1+1', '+1', '-1', '@sum', ' =1', '\t=1'])('a cell that begins as a formula is text: %j', (text) => {
  expect(formatTarget(text)).toBe(`'${text}`);
});
