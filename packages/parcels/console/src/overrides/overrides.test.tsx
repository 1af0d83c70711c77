import { type OverrideChange, overrideEvent } from '@portico/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';
import { setScreen } from '../testing/set-screen';

prepareConsole();

const changes: OverrideChange[] = [];
/** The shell of a portal that allows overrides. */
function follow(event: Event): void {
  event.preventDefault();
  if (event instanceof CustomEvent) changes.push(event.detail);
}
const local = 'http://localhost:9200';
/** Writes a document of the page, as the server does. */
function writeDocument(id: string, value: object): void {
  document.head.append(
    Object.assign(document.createElement('script'), {
      id,
      type: 'application/json',
      textContent: JSON.stringify(value),
    }),
  );
}

beforeEach(() => {
  setScreen('wide');
  window.addEventListener(overrideEvent, follow);
  writeDocument('portico-configuration', { overrides: [local] });
});
afterEach(() => {
  window.removeEventListener(overrideEvent, follow);
  for (const script of document.querySelectorAll('script[id]')) script.remove();
  localStorage.clear();
  changes.length = 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the developer parcel writes it so.
  document.cookie = 'portico-overrides=; max-age=0';
});

function switchOn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the developer parcel writes it so.
  document.cookie = 'portico-overrides=on';
  localStorage.setItem('import-map-override:@module/smsa', `${local}/app.js`);
}

async function open(answers: Parameters<typeof answerCalls>[0] = {}, caller = olga) {
  const { calls } = answerCalls({ 'GET self': { body: caller }, ...answers });
  await openConsole('/overrides');
  await screen.findByRole('heading', { name: 'Overrides of this browser' });
  return { calls, user: userEvent.setup() };
}

test('overrides are switched on; left-over ones of a browser without them are not shown', async () => {
  localStorage.setItem('import-map-override:@module/smsa', `${local}/left-over.js`);
  const { user } = await open();
  expect(screen.getByText('Overrides are switched off in this browser.')).toBeVisible();
  expect(screen.queryByText('@module/smsa')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Turn off all' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Switch on' }));
  expect(changes).toEqual([{ isOn: true }]);
});

test('overrides and previews are listed, follow other tabs, and are turned off, one or all', async () => {
  switchOn();
  localStorage.setItem('portico:theme', 'dark');
  writeDocument('portico-state', { previews: { active: [{ module: 'orders', version: '1.4.0' }], ended: [] } });
  const { user } = await open();
  const table = screen.getByRole('table', { name: 'What this browser uses' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    `@module/smsa${local}/app.jsTurn off`,
    '@module/ordersVersion 1.4.0',
  ]);
  await user.click(within(table).getByRole('button', { name: 'Turn off @module/smsa' }));
  await user.click(screen.getByRole('button', { name: 'Turn off all' }));
  expect(changes).toEqual([{ remove: '@module/smsa' }, { isOn: false }]);
  localStorage.removeItem('import-map-override:@module/smsa');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('a local address is checked, and then used without another question', async () => {
  const { user } = await open();
  const [key, address] = ['Key of the module', 'Address of its entry'].map((name) =>
    screen.getByRole('textbox', { name }),
  );
  if (!key || !address) throw new Error('The form lacks a field.');
  await user.type(key, 'My module');
  await user.type(address, 'https://evil.example/app.js');
  await user.click(screen.getByRole('button', { name: 'Use it here' }));
  expect(key).toHaveAccessibleDescription(/such as smsa/);
  expect(address).toHaveAccessibleDescription(/begin with http:\/\/localhost:9200/);
  expect(changes).toEqual([]);
  await user.clear(key);
  await user.type(key, 'smsa');
  await user.clear(address);
  await user.type(address, `${local}/app.js`);
  await user.click(screen.getByRole('button', { name: 'Use it here' }));
  expect(changes).toEqual([{ link: `@module/smsa,${local}/app.js` }]);
});

test('a publisher chooses a stored version, which this browser gets by a preview link', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  const stored = {
    checked_by: 'team',
    quarantined_at: null,
    files: 1,
    bytes: 1,
    created_at: '2026-05-01T09:30:00.000Z',
  };
  const ofOrders = '/api/publishing/modules/orders/versions';
  const link = { id: '019a0000-0000-7000-8000-000000000000', module: 'orders', version: '1.1.0' };
  const status = {
    module: 'orders',
    version: '1.0.0',
    address: '/a.js',
    since: null,
    previous: null,
    canary: null,
    in_rollout: false,
    revision: 1,
  };
  const { calls, user } = await open(
    {
      'GET /api/publishing/modules': { body: [status] },
      [`GET ${ofOrders}`]: {
        body: {
          items: ['1.2.0', '1.1.0'].map((version) => ({ ...stored, version })),
          next: null,
        },
      },
      [`POST ${ofOrders}/1.1.0/preview`]: {
        status: 201,
        body: { ...link, link: '/orders/?portico-preview=a-token', expires_at: '2026-05-02T09:30:00.000Z' },
      },
    },
    { ...olga, permissions: [...olga.permissions, 'releases.read', 'releases.manage'] },
  );
  await screen.findByRole('option', { name: '1.1.0' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Version' }), '1.1.0');
  expect(screen.getByText('portico preview orders 1.1.0 --days 1')).toBeInTheDocument();
  await user.click(screen.getAllByRole('button', { name: 'Use it here' })[0] ?? document.body);
  await waitFor(() => expect(calls.some(({ route }) => route === `POST ${ofOrders}/1.1.0/preview`)).toBe(true));
  // jsdom does not navigate.
  await waitFor(() => expect(String(error.mock.calls)).toContain('navigation'));
  error.mockRestore();
});

test('a portal that allows no overrides says so before a try', async () => {
  document.getElementById('portico-configuration')?.remove();
  writeDocument('portico-configuration', { overrides: 'off' });
  await open();
  expect(screen.getByText(/^This portal allows no overrides by an address\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Switch on' })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});
