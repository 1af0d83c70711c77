import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const operator = { ...olga, permissions: ['failures.read', 'releases.read'] };
const paulo = {
  ...operator,
  is_operator: false,
  roles: [{ role: 'publisher', modules: ['orders', 'stock'] }],
};
const listed = {
  id: 'f1',
  module: 'orders',
  version: '1.4.0',
  kind: 'crash',
  name: 'TypeError',
  message: 'x is not a function',
  people: 1200,
  times: 3000,
  first_at: '2026-05-01T09:00:00.000Z',
  last_at: '2026-05-02T09:00:00.000Z',
  tenants: ['finouro', 'smsa'],
  browsers: ['', 'Firefox'],
};
const file = 'https://portal.test/modules/orders/1.4.0/orders.js';
const failure = {
  ...listed,
  tenants: [{ name: 'smsa', people: 1200 }],
  browsers: [
    { name: 'Firefox', people: 1199 },
    { name: '', people: 1 },
  ],
  stack: [
    { function: 'draw', file, line: 1, column: 15, source: { file: 'src/orders.tsx', line: 7, column: 3 } },
    { function: '', file, line: 1, column: 99 },
    { function: '', file, line: 1, column: 99 },
  ],
  others: [{ id: 'f2', version: null, people: 3, last_at: '2026-04-01T09:00:00.000Z' }],
};

const answer = (caller: object = operator, one: object = failure, items: readonly object[] = [listed]) =>
  answerCalls({
    'GET self': { body: caller },
    'GET /api/publishing/failures': { body: { items, next: null } },
    'GET /api/publishing/failures/f1': { body: one },
    'GET /api/publishing/failures/f2': { status: 404, body: { code: 'failure-unknown', message: '' } },
  });

test('a list names the cause, the module and its version, the people, tenants and browsers', async () => {
  const { calls } = answer();
  await openConsole('/failures');
  const row = (await screen.findByRole('rowheader', { name: /TypeError: x is not a function/ })).closest('tr');
  expect(row).toHaveTextContent('The module crashed on screen');
  for (const text of ['orders 1.4.0', '1200', '3000', 'finouro, smsa', 'Another browser, Firefox']) {
    expect(row).toHaveTextContent(text);
  }
  expect(calls.at(-1)?.query).toEqual({ sort: '-people' });
  expect(screen.getByRole('columnheader', { name: 'People' })).toHaveAttribute('aria-sort', 'descending');
});

test('the filters and the order of the address are asked for, and are those of the command', async () => {
  const { calls } = answer();
  await openConsole(
    '/failures?search=x&module=orders&version=1.4.0&tenant=smsa&browser=Firefox&since=24h&sort=-last_at',
  );
  await screen.findByRole('rowheader');
  const since = expect.stringMatching(/^20\d\d-.*:00:00\.000Z$/);
  const query = {
    search: 'x',
    module: 'orders',
    version: '1.4.0',
    tenant: 'smsa',
    browser: 'Firefox',
    sort: '-last_at',
  };
  expect(calls.at(-1)?.query).toEqual({ ...query, since });
  const command =
    'portico failures --search x --module orders --version 1.4.0 --tenant smsa --browser Firefox --since 24h --sort -last_at';
  expect(screen.getByText(command)).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Reported in' }), 'All the time that is kept');
  await waitFor(() => expect(calls.at(-1)?.query).toEqual(query));
});

test('a publisher chooses among their modules', async () => {
  const { calls } = answer(paulo);
  await openConsole('/failures');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Module' }), 'stock');
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ module: 'stock' }));
  expect(screen.getByText(/What fails in browsers in orders, stock/)).toBeVisible();
});

test('a list without failures says so calmly; one without matches shows all again', async () => {
  answer(operator, failure, []);
  const console = await openConsole('/failures');
  expect(await screen.findByText('No browser has reported a failure. That is a good sign.')).toBeVisible();
  await console.navigate('/console/failures?search=none');
  expect(await screen.findByText('No failure matches these filters.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all failures' }));
  expect(await screen.findByText(/That is a good sign/)).toBeVisible();
});

test('a failure has positions in the sources, the people by tenant and browser, and what to do', async () => {
  answer();
  await openConsole('/failures/f1');
  expect(await screen.findByRole('heading', { level: 1, name: 'TypeError: x is not a function' })).toBeVisible();
  const stack = within(screen.getByRole('region', { name: 'Stack' }));
  const [first, second] = stack.getAllByRole('listitem');
  expect(first).toHaveTextContent(`draw src/orders.tsx:7:3 ${file}:1:15`);
  expect(second).toHaveTextContent(`a function without a name ${file}:1:99`);
  expect(stack.queryByText(/--source-maps/)).not.toBeInTheDocument();
  const where = screen.getByRole('region', { name: 'For whom' });
  for (const text of ['smsa 1,200 people', 'Firefox 1,199 people', 'Another browser 1 person']) {
    expect(where).toHaveTextContent(text);
  }
  expect(screen.getByText('portico rollback orders')).toBeInTheDocument();
  expect(screen.getByText('portico failures f1')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'of the portal’s build' })).toHaveAttribute(
    'href',
    expect.stringContaining('/failures/f2'),
  );
});

test('a stack of built files says how to get positions in the sources, a missing one that it is missing', async () => {
  const [{ source: _, ...built } = { source: {} }] = failure.stack;
  const { answers } = answer(operator, { ...failure, stack: [built] });
  const console = await openConsole('/failures/f1');
  expect(await screen.findByText(/portico publish --source-maps/)).toBeVisible();
  answers['GET /api/publishing/failures/f1'] = { body: { ...failure, name: '', message: '', stack: [], others: [] } };
  await console.navigate('/console/');
  await console.navigate('/console/failures/f1');
  expect(await screen.findByText('The browser sent no stack.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('An error without a message');
  expect(screen.getByText('In no other version.')).toBeVisible();
});

test('a failure of the portal itself has no releases, and a kind that the console does not know stays as it is', async () => {
  answer(operator, { ...failure, module: '@portico/profile', version: null, kind: 'new-kind' });
  await openConsole('/failures/f1', 'pt');
  expect(await screen.findByText(/É uma parte do próprio portal/)).toBeVisible();
  expect(screen.queryByText(/portico rollback/)).not.toBeInTheDocument();
  expect(screen.getByText('new-kind')).toBeVisible();
});

test('a failure that was deleted says so', async () => {
  answer();
  await openConsole('/failures/f2');
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such failure' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'All failures' }));
  expect(await screen.findByRole('rowheader')).toBeVisible();
});

test('a list that does not load says why, and tries again', async () => {
  const { answers } = answer();
  const works = answers['GET /api/publishing/failures'] ?? {};
  answers['GET /api/publishing/failures'] = {
    status: 400,
    body: { code: 'module-unpublished', message: 'Did you mean orders?' },
  };
  await openConsole('/failures?module=ordres');
  expect(await screen.findByRole('alert')).toHaveTextContent('Did you mean orders?');
  answers['GET /api/publishing/failures'] = works;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('rowheader')).toBeVisible();
});
