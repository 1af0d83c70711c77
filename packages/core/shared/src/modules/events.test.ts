import type { Declarations } from '@portico/contract';
import { signOut } from '../session/session';
import { testPortal } from '../testing';
import { until } from '../testing/until';
import { publishEvent, subscribeToEvent } from './events';

const ticket = {
  type: 'object',
  properties: { id: { type: 'number' } },
  required: ['id'],
  additionalProperties: false,
};
const declare = (declarations: Declarations) => ({ declarations });
const entries = {
  'https://cdn.test/smsa.js': declare({
    events: {
      'tickets:closed': { schema: ticket, tabs: 'all' },
      'tickets:opened': { schema: ticket, tabs: 'this' },
      'tickets:broken': { schema: { $ref: 'https://elsewhere.test/schema' }, tabs: 'this' },
    },
  }),
  'https://cdn.test/desk.js': declare({ events: { 'tickets:closed': { schema: true, tabs: 'this' } } }),
};
const imports = {
  '@module/smsa': 'https://cdn.test/smsa.js',
  '@module/desk': 'https://cdn.test/desk.js',
  '@module/quiet': 'https://cdn.test/quiet.js',
};

// The page of a developer who overrides the module "local".
document.head.innerHTML = `
  <script type="systemjs-importmap">${JSON.stringify({ imports, entries })}</script>
  <script type="application/json" id="import-map-overrides">{"imports":{"@module/local":"http://localhost:9200/"}}</script>
  <script type="application/json" id="portico-state">{}</script>`;

const portal = testPortal();
const ana = { email: 'ana@portico.test', name: 'Ana' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
/** Another tab of the browser. */
const other = new BroadcastChannel('portico:events');
const sent: unknown[] = [];
other.onmessage = ({ data }) => sent.push(data);

beforeAll(() => System.addImportMap({ imports }));
beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, apps);
  sent.length = 0;
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => other.close());

const ends: (() => void)[] = [];

/** Subscribes, and returns what the handler got and what was reported. */
function listenTo(name: 'tickets:closed' | 'tickets:opened', options = {}, fail?: () => unknown) {
  const got: unknown[] = [];
  const reported: unknown[] = [];
  const handler = (payload: unknown, { module }: { module: string }) => {
    got.push([module, payload]);
    return fail?.();
  };
  ends.push(subscribeToEvent(name, handler, options, (error) => reported.push(error)));
  return { got, reported };
}

const sendFromOtherTab = (message: object) =>
  other.postMessage({ module: 'smsa', name: 'tickets:closed', json: '{"id":7}', email: ana.email, ...message });

test('every subscriber gets a copy of its own, and the key of the sender', async () => {
  const payload = { id: 7 };
  const first = listenTo('tickets:closed');
  ends.push(
    subscribeToEvent(
      'tickets:closed',
      (got) => Object.assign(Object(got), { id: 0 }),
      {},
      () => {},
    ),
  );
  const last = listenTo('tickets:closed');
  const published = publishEvent('smsa', 'tickets:closed', payload);
  payload.id = 8;
  await published;
  expect([first.got, last.got]).toEqual([[['smsa', { id: 7 }]], [['smsa', { id: 7 }]]]);
});

test.each([
  ['smsa', 'tickets:closed', { id: 'seven' }, /"tickets:closed" of "smsa" does not fit its schema at #\/id: /],
  ['smsa', 'tickets:closed', { id: 7, more: true }, /does not fit its schema/],
  ['smsa', 'tickets:closed', undefined, /does not fit its schema/],
  ['smsa', 'tickets:closed', () => 7, /no JSON value/],
  ['smsa', 'tickets:closed', { id: 7n }, /no JSON value/],
  ['desk', 'tickets:closed', 'x'.repeat(70_000), /"tickets:closed" of "desk" has more than 64 KB/],
  ['smsa', 'tickets:moved', { id: 7 }, /"tickets:moved" of "smsa" is not declared in "events" of its package.json/],
  ['quiet', 'tickets:closed', { id: 7 }, /of "quiet" is not declared/],
  ['unknown', 'tickets:closed', { id: 7 }, /of "unknown" is not declared/],
  ['smsa', 'toString', { id: 7 }, /is not declared/],
])('"%s" may not send "%s" with %p', async (module, name, payload, message) => {
  const { got } = listenTo('tickets:closed');
  const refused = await publishEvent(module, name, payload).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TypeError);
  expect(String(refused)).toMatch(message);
  expect([got, sent]).toEqual([[], []]);
});

test('a schema that cannot be checked refuses the event', async () => {
  await expect(publishEvent('smsa', 'tickets:broken', { id: 7 })).rejects.toThrow('elsewhere.test');
});

test('an event for all tabs reaches the other tabs of the user, another event does not', async () => {
  await publishEvent('smsa', 'tickets:opened', { id: 6 });
  await publishEvent('smsa', 'tickets:closed', { id: 7 });
  await until(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([{ module: 'smsa', name: 'tickets:closed', json: '{"id":7}', email: ana.email }]);
});

test('events from another tab are checked again, and those of another user are dropped', async () => {
  const { got } = listenTo('tickets:closed');
  for (const message of [
    { email: 'rui@portico.test' },
    { json: '{"id":"seven"}' },
    { json: 'no JSON' },
    { json: JSON.stringify('x'.repeat(70_000)) },
    { module: 'quiet' },
    { module: 'desk' },
    { name: 'tickets:opened' },
    { name: 7 },
  ])
    sendFromOtherTab(message);
  sendFromOtherTab({ json: '{"id":9}' });
  await until(() => expect(got).toEqual([['smsa', { id: 9 }]]));
});

test('a late subscriber gets the last event of this session, if it asks for it', async () => {
  await publishEvent('smsa', 'tickets:closed', { id: 7 });
  await publishEvent('smsa', 'tickets:closed', { id: 8 });
  await publishEvent('desk', 'tickets:closed', 'of the desk');
  const late = listenTo('tickets:closed', { last: true });
  const fromSmsa = listenTo('tickets:closed', { last: true, from: 'smsa' });
  const silent = listenTo('tickets:closed');
  await until(() => expect(late.got).toEqual([['desk', 'of the desk']]));
  expect([fromSmsa.got, silent.got]).toEqual([[['smsa', { id: 8 }]], []]);
  await signOut();
  await portal.signIn(ana, apps);
  const afterwards = listenTo('tickets:closed', { last: true });
  await publishEvent('smsa', 'tickets:closed', { id: 10 });
  expect(afterwards.got).toEqual([['smsa', { id: 10 }]]);
});

test('an event is dropped if its user signs out before it is sent', async () => {
  const { got } = listenTo('tickets:closed');
  const published = publishEvent('smsa', 'tickets:closed', { id: 7 });
  await signOut();
  await published;
  expect([got, sent]).toEqual([[], []]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('Mine');
    },
  ],
  ['rejects', () => Promise.reject(new Error('Mine'))],
])('a handler that %s is reported as its own and stops no other', async (_case, fail) => {
  const broken = listenTo('tickets:opened', {}, fail);
  const { got } = listenTo('tickets:opened');
  await publishEvent('smsa', 'tickets:opened', { id: 7 });
  await until(() => expect(broken.reported).toEqual([new Error('Mine')]));
  expect(got).toEqual([['smsa', { id: 7 }]]);
});

test('an ended subscription gets nothing more', async () => {
  const { got } = listenTo('tickets:opened');
  await publishEvent('smsa', 'tickets:opened', { id: 7 });
  for (const end of ends.splice(0)) end();
  await publishEvent('smsa', 'tickets:opened', { id: 8 });
  expect(got).toEqual([['smsa', { id: 7 }]]);
});

test('an override sends its events without a schema, and the console says so once', async () => {
  const said = jest.spyOn(console, 'info').mockImplementation(() => {});
  const { got } = listenTo('tickets:opened');
  await publishEvent('local', 'tickets:opened', 1);
  await publishEvent('local', 'tickets:opened', 2);
  expect(got).toEqual([
    ['local', 1],
    ['local', 2],
  ]);
  expect(said.mock.calls).toEqual([
    ['[portico] "local" is overridden, so its event "tickets:opened" has no schema here.'],
  ]);
});
