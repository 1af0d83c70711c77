import { mountModule } from '@portico/module-kit/testing';
import { supportModalDialogs } from '@portico/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as module from '../index';
import { answerCalls, olga } from '../testing/answer-calls';
import { setScreen } from '../testing/set-screen';

beforeAll(() => Object.assign(window, { scrollTo: () => {} }));
beforeAll(supportModalDialogs);
beforeEach(() => setScreen('wide'));

const paulo = { ...olga, is_operator: false, permissions: ['releases.read', 'releases.manage'] };
const orders = {
  module: 'orders',
  version: '1.0.0',
  address: '/modules/orders/1.0.0/module.js',
  since: '2026-05-01T10:00:00.000Z',
  in_rollout: false,
  checked_by: 'team',
  previous: '0.9.0',
  revision: 7,
  by: 'paulo@portico.test',
  users: 400,
  outcomes: { mounted: 360, failed: 0 },
  canary: {
    version: '1.1.0',
    address: '/modules/orders/1.1.0/module.js',
    audience: { percent: 10 },
    since: '2026-05-02T10:00:00.000Z',
    by: 'olga@portico.test',
    users: 40,
    outcomes: { mounted: 27, failed: 9 },
  },
};
const stock = {
  module: 'stock',
  version: null,
  address: '/modules/stock.js',
  since: null,
  in_rollout: false,
  canary: null,
  rolled_back: { version: '2.0.0', at: '2026-05-02T10:00:00.000Z', reason: '5 of 20 users could not load it' },
};
const plan = {
  steps: [{ percent: 10, seconds: 600 }, { percent: 100 }],
  step: 0,
  next_at: '2026-05-02T10:10:00.000Z',
};
const stored = (version: string, more: object = {}) => ({
  version,
  created_at: '2026-05-02T09:00:00.000Z',
  checked_by: 'server',
  quarantined_at: null,
  files: 3,
  bytes: 12_340,
  ...more,
});
const change = {
  revision: 7,
  at: '2026-05-02T10:00:00.000Z',
  by: 'olga@portico.test',
  module: 'orders',
  action: 'canary',
  from: '1.0.0',
  to: '1.1.0',
  audience: { percent: 10 },
  reason: 'Try it',
};
const base = '/api/publishing/modules';
const ofOrders = `${base}/orders`;

function answer(caller: object = paulo, status: object = orders) {
  return answerCalls({
    'GET self': { body: caller },
    [`GET ${base}`]: ({ query }) => ({ body: query.module === undefined ? [orders, stock] : [status] }),
    [`GET ${ofOrders}/versions`]: {
      body: {
        items: [
          stored('1.2.0'),
          stored('1.1.0'),
          stored('1.0.0'),
          stored('0.8.0', { quarantined_at: '2026-04-01T00:00:00.000Z' }),
        ],
        next: null,
      },
    },
    [`GET ${ofOrders}/vitals`]: {
      body: [{ version: '1.1.0', vitals: { LCP: { p75: 4800, visits: 80 }, CLS: { p75: 0.02, visits: 1 } } }],
    },
    'GET /api/publishing/history': { body: [change] },
    [`POST ${ofOrders}/rollback`]: { body: orders },
    [`POST ${ofOrders}/versions/1.1.0/publish`]: { body: orders },
    [`POST ${ofOrders}/hold`]: { body: orders },
    [`POST ${ofOrders}/versions/1.2.0/publish`]: { body: orders },
    'POST modules/orders/quarantine': { body: orders },
  });
}

const open = (path: string) => mountModule(module, { key: 'console', path, locale: 'en' });

async function choose(button: string, title: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = screen.getByRole('dialog', { name: title });
  return { user, dialog, ok: within(dialog).getAllByRole('button').at(-1) ?? dialog };
}

const sent = (calls: ReturnType<typeof answerCalls>['calls'], route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

test('the list shows rollouts with their figures, and follows its address', async () => {
  answer();
  const console = await open('/console/releases');
  const user = userEvent.setup();
  const row = await screen.findByRole('row', { name: /^orders/ });
  expect(within(row).getByText('1.1.0 for 10 % of the users, 40 users')).toBeVisible();
  expect(within(row).getByText('36 users, 9 failed (25%)')).toBeVisible();
  expect(within(row).getByText('360 users')).toBeVisible();
  expect(within(row).getByText('paulo@portico.test')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /^stock/ })).getByText('The portal rolled 2.0.0 back')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Needs attention');
  await waitFor(() => expect(console.path).toBe('/console/releases?state=attention'));
  expect(screen.queryByRole('row', { name: /^orders/ })).not.toBeInTheDocument();
  await console.navigate('/console/releases?search=1.1&sort=-module');
  await user.click(await screen.findByRole('link', { name: 'orders' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'orders' })).toBeVisible();
});

test('a search without a result says so, and shows all again', async () => {
  answer();
  await open('/console/releases?search=nothing');
  expect(await screen.findByText('No module matches.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('row', { name: /^stock/ })).toBeVisible();
});

test('the page of a module rates the web vitals of its versions', async () => {
  answer();
  await open('/console/releases/orders');
  expect(await screen.findByText('LCP 4,800 ms: poor, 80 visits')).toBeVisible();
  expect(screen.getByText('CLS 0.02: good, 1 visit')).toBeVisible();
});

test('a publisher widens a rollout, and sees its command', async () => {
  const { calls } = answer();
  await open('/console/releases/orders');
  expect(await screen.findByText('Rolled 1.1.0 out to 10 % of the users')).toBeVisible();
  const { user, dialog, ok } = await choose('Widen', 'Roll 1.1.0 of orders out');
  expect(within(dialog).getByRole('spinbutton')).toHaveValue(20);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Few failures');
  const command = "portico publish-stored orders 1.1.0 --percent 20 --reason 'Few failures'";
  expect(within(dialog).getByText(command)).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(calls, `POST ${ofOrders}/versions/1.1.0/publish`)).toEqual([
    { audience: { percent: 20 }, reason: 'Few failures', seen: 7 },
  ]);
});

test('a rollout gets a plan, or tenants', async () => {
  const { calls } = answer();
  await open('/console/releases/orders');
  const { user, dialog, ok } = await choose('Roll out: 1.2.0', 'Roll 1.2.0 of orders out');
  await user.selectOptions(within(dialog).getByRole('combobox'), 'The users of tenants');
  await user.type(within(dialog).getByRole('textbox', { name: 'The users of tenants' }), 'smsa, finouro');
  expect(within(dialog).getByText('portico publish-stored orders 1.2.0 --tenant smsa,finouro')).toBeInTheDocument();
  await user.selectOptions(within(dialog).getByRole('combobox'), 'More and more users, by a plan');
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(calls, `POST ${ofOrders}/versions/1.2.0/publish`)).toEqual([
    { rollout: '5%/10m,25%/1h,100%', reason: '', seen: 7 },
  ]);
});

test('a plan shows its next step, and is held', async () => {
  const { calls } = answer(paulo, { ...orders, canary: { ...orders.canary, plan } });
  await open('/console/releases/orders');
  expect(await screen.findByText('10%/10m,100%')).toBeVisible();
  expect(screen.getByText(/^Next step at /)).toBeVisible();
  const { user, ok } = await choose('Hold', 'Hold the plan of orders?');
  await user.click(ok);
  await waitFor(() => expect(sent(calls, `POST ${ofOrders}/hold`)).toEqual([{ reason: '', seen: 7 }]));
});

test('a plan on hold says why', async () => {
  const held = { by: 'portal', reason: 'Too few users', since: '2026-05-02T10:05:00.000Z' };
  answer(paulo, { ...orders, canary: { ...orders.canary, plan: { ...plan, held } } });
  await open('/console/releases/orders');
  expect(await screen.findByText(/^On hold since .*: Too few users\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('the second of two publishers sees who changed what, and then decides', async () => {
  const { answers, calls } = answer();
  const message = 'olga@portico.test has changed this module since you looked at it.';
  answers[`POST ${ofOrders}/rollback`] = { status: 409, body: { code: 'module-changed', message } };
  await open('/console/releases/orders');
  const { user, dialog, ok } = await choose('Roll back', 'Roll orders back?');
  expect(within(dialog).getByText(/^All users get 0\.9\.0 in place of 1\.0\.0\./)).toBeVisible();
  answers[`GET ${base}`] = { body: [{ ...orders, version: '1.1.0', previous: '1.0.0', revision: 8, canary: null }] };
  await user.click(ok);
  expect(await within(dialog).findByText(message)).toBeVisible();
  expect(await within(dialog).findByText(/^All users get 1\.0\.0 in place of 1\.1\.0\./)).toBeVisible();
  answers[`POST ${ofOrders}/rollback`] = { body: orders };
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(calls, `POST ${ofOrders}/rollback`)).toEqual([
    { reason: '', seen: 7 },
    { reason: '', seen: 8 },
  ]);
});

test('a stored version is published; only operators put one into quarantine', async () => {
  const { calls } = answer();
  const console = await open('/console/releases/orders');
  const { user, ok } = await choose('Publish: 1.2.0', 'Publish 1.2.0 of orders?');
  expect(screen.queryByRole('button', { name: /^Quarantine/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Publish: 1.0.0' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /0\.8\.0$/ })).not.toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(sent(calls, `POST ${ofOrders}/versions/1.2.0/publish`)).toHaveLength(1));
  await waitFor(() =>
    expect(console.calls.toast).toContainEqual({ type: 'success', text: '1.2.0 of orders is live.' }),
  );
});

test('an operator puts a version into quarantine', async () => {
  const { calls } = answer({ ...olga, permissions: ['releases.read', 'releases.manage'] });
  await open('/console/releases/orders');
  const { user, dialog, ok } = await choose('Quarantine: 1.1.0', 'Put 1.1.0 of orders into quarantine?');
  expect(within(dialog).getByText('portico quarantine orders 1.1.0 --yes')).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() =>
    expect(sent(calls, 'POST modules/orders/quarantine')).toEqual([{ version: '1.1.0', reason: '' }]),
  );
});

test('a preview link is shown', async () => {
  const { answers } = answer();
  answers[`POST ${ofOrders}/versions/1.2.0/preview`] = {
    status: 201,
    body: {
      id: '6f0c1b9e-6f5b-4a77-9c39-6f2f9b2f6a11',
      module: 'orders',
      version: '1.2.0',
      link: '/orders/?portico-preview=abc',
      expires_at: '2026-06-01T00:00:00.000Z',
    },
  };
  await open('/console/releases/orders');
  const { user, ok } = await choose('Preview: 1.2.0', 'Preview 1.2.0 of orders');
  await user.click(ok);
  const link = await screen.findByRole('link', { name: /portico-preview=abc$/ });
  expect(link).toHaveAttribute('href', `${location.origin}/orders/?portico-preview=abc`);
});

test('two versions are compared at an address of their own', async () => {
  const { answers, calls } = answer();
  answers[`GET ${ofOrders}/versions/1.2.0/comparison`] = {
    body: {
      files: [
        { name: 'module.js', change: 'changed', before: 1000, after: 2500 },
        { name: 'old.js', change: 'removed', before: 10, after: null },
      ],
      unchanged: 1,
      before: 2010,
      after: 3500,
      policy: { before: {}, after: { workers: true } },
      types: { added: ['export const next: string;'], removed: [] },
    },
  };
  const console = await open('/console/releases/orders');
  const [link] = await screen.findAllByRole('link', { name: 'Compare: 1.2.0' });
  await userEvent.click(link ?? document.body);
  await waitFor(() => expect(console.path).toBe('/console/releases/orders/compare?from=1.0.0&to=1.2.0'));
  const row = await screen.findByRole('row', { name: /^module\.js/ });
  expect(row).toHaveTextContent('module.jsChanged1 kB2.5 kB');
  expect(screen.getByText('workers')).toBeVisible();
  expect(screen.getByText('export const next: string;')).toBeVisible();
  expect(screen.getByText('portico compare orders 1.0.0 1.2.0')).toBeInTheDocument();
  expect(calls.find(({ route }) => route.endsWith('/comparison'))?.query).toEqual({ with: '1.0.0' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'After' }), '–');
  expect(await screen.findByText('Choose two versions.')).toBeVisible();
});

test('a module of another team, and a failure, say so', async () => {
  const { answers } = answer();
  answers[`GET ${base}`] = { body: [] };
  const console = await open('/console/releases/orders');
  expect(await screen.findByText('There is no such module, or your roles do not include it.')).toBeVisible();
  answers[`GET ${base}`] = { status: 500, body: { code: 'internal', message: 'Broken.' } };
  await console.navigate('/console/releases');
  expect(await screen.findByText('Broken.')).toBeVisible();
});

test('a narrow screen has cards', async () => {
  setScreen('narrow');
  answer();
  await open('/console/releases');
  const list = await screen.findByRole('list', { name: 'Modules' });
  expect(within(list).getByRole('link', { name: 'orders' })).toBeVisible();
});
