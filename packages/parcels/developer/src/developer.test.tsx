import { blockedNeedsAtom, developerRequestAtom, setLocale, store } from '@portico/shared';
import { renderParcel, supportModalDialogs, testPortal } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Developer } from './developer';

const origin = 'http://localhost:9200';
const portal = testPortal({ overrides: [origin, 'https://dev.example'] });

beforeAll(() => {
  supportModalDialogs();
});
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
});
afterEach(() => act(() => store.set(developerRequestAtom, undefined)));

const dialog = () => screen.getByRole('dialog');

it('shows nothing until the dialog is requested', () => {
  renderParcel(Developer, 'developer');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('explains what it is before it is switched on, and closes without a trace', async () => {
  renderParcel(Developer, 'developer');
  act(() => store.set(developerRequestAtom, {}));
  expect(screen.getByRole('dialog', { name: 'Developer' })).toHaveTextContent('in this browser alone');
  expect(within(dialog()).getByRole('button', { name: 'Switch on' })).toBeVisible();
  await userEvent.click(within(dialog()).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(document.cookie).not.toContain('overrides');
});

it('asks about the override of a link, and stores nothing on Cancel', async () => {
  renderParcel(Developer, 'developer');
  act(() => store.set(developerRequestAtom, { link: `@module/orders,${origin}/orders.js` }));
  expect(screen.getByRole('dialog', { name: 'Override @module/orders?' })).toHaveTextContent(`${origin}/orders.js`);
  expect(within(dialog()).getByRole('button', { name: 'Use it' })).toBeVisible();
  await userEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('import-map'))).toEqual([]);
  expect(document.cookie).not.toContain('overrides');
});

it.each([
  ['another origin', '@module/orders,https://evil.example/orders.js'],
  ['a part of the shell', `@portico/home,${origin}/home.js`],
  ['nothing to be read', 'orders'],
])('says that a link to %s is not allowed, and offers nothing', (_, link) => {
  renderParcel(Developer, 'developer');
  act(() => store.set(developerRequestAtom, { link }));
  expect(screen.getByRole('dialog', { name: 'This link is not allowed' })).toHaveTextContent(
    `Allowed origins: ${origin}, https://dev.example`,
  );
  expect(
    within(dialog())
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Close']);
});

it('says what the content policy blocks and what to declare, until it is closed, and again for more', async () => {
  renderParcel(Developer, 'developer');
  const orders = { source: '@module/orders', need: { connections: ['https://api.acme.test'] } };
  const wasm = { source: '@module/orders', need: { wasm: true } } as const;
  const images = { source: '@acme/api', need: { images: ['https://cdn.acme.test'] } };
  act(() => store.set(blockedNeedsAtom, [orders, wasm]));
  expect(screen.getByRole('status')).toHaveTextContent(
    'The content policy blocks what orders needs: wasm, connections https://api.acme.test. Declare it in package.json, and the operator allows it once: "portico": { "policy": { "wasm": true, "connections": ["https://api.acme.test"] } }',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => store.set(blockedNeedsAtom, [orders, wasm, images]));
  expect(screen.getByRole('status')).toHaveTextContent('blocks what @acme/api needs: images https://cdn.acme.test');
  act(() => store.set(blockedNeedsAtom, []));
});

it('makes a change that was chosen in the console without a question, and only within the rules', async () => {
  const reload = jest.spyOn(console, 'error').mockImplementation(() => {});
  renderParcel(Developer, 'developer');
  act(() => store.set(developerRequestAtom, { change: { link: `@module/orders,${origin}/orders.js` } }));
  await waitFor(() => expect(localStorage.getItem('import-map-override:@module/orders')).toBe(`${origin}/orders.js`));
  expect(document.cookie).toContain('portico-overrides=on');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  act(() => store.set(developerRequestAtom, { change: { link: '@module/orders,https://evil.example/orders.js' } }));
  expect(screen.getByRole('dialog', { name: 'This link is not allowed' })).toHaveTextContent('https://evil.example');
  expect(localStorage.getItem('import-map-override:@module/orders')).toBe(`${origin}/orders.js`);
  act(() => store.set(developerRequestAtom, { change: { isOn: false } }));
  await waitFor(() => expect(document.cookie).not.toContain('portico-overrides=on'));
  expect(localStorage.getItem('import-map-override:@module/orders')).toBeNull();
  // jsdom does not navigate.
  expect(String(reload.mock.calls)).toContain('navigation');
  reload.mockRestore();
});
