import type { Failure } from '@portico/contract/publishing';
import { formatFailure } from './failures-command';

const file = 'https://portal.test/modules/orders/1.4.0/orders.js';
const failure: Failure = {
  id: 'f1',
  module: 'orders',
  version: '1.4.0',
  kind: 'crash',
  name: 'TypeError',
  message: 'x is not a function',
  people: 12,
  times: 30,
  first_at: '2026-05-01T09:00:00.000Z',
  last_at: '2026-05-02T09:00:00.000Z',
  tenants: [
    { name: 'acme', people: 11 },
    { name: 'other', people: 1 },
  ],
  browsers: [{ name: '', people: 12 }],
  stack: [
    { function: 'draw', file, line: 1, column: 15, source: { file: 'src/orders.tsx', line: 7, column: 3 } },
    { function: '', file, line: 1, column: 99 },
  ],
  others: [{ id: 'f2', version: null, people: 3, last_at: '2026-04-01T09:00:00.000Z' }],
};

test('a failure has its figures, and positions in the sources where they are known', () => {
  expect(formatFailure(failure)).toBe(
    `orders 1.4.0
crash: TypeError: x is not a function
people: 12, reports: 30, first 2026-05-01T09:00:00.000Z, last 2026-05-02T09:00:00.000Z
tenants: acme 11, other 1
browsers: unknown 12
  at draw (src/orders.tsx:7:3)
  at (anonymous) (${file}:1:99)
also in (shell): people 3, last 2026-04-01T09:00:00.000Z, f2`,
  );
});

test('a failure without a name, a message and a stack says so', () => {
  const [, cause, ...lines] = formatFailure({ ...failure, name: '', message: '', stack: [], others: [] }).split('\n');
  expect([cause, lines.at(-1)]).toEqual(['crash: ', 'The browser has sent no stack.']);
});
