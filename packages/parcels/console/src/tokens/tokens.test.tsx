import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const publisher = { ...olga, is_operator: false, permissions: ['tokens.read', 'tokens.manage'] };
const id = 'c2a9b1ea-5c1c-4f0e-9c8a-0d7f4f6f3a11';
const issued = { id, name: 'CI', created_at: '2026-05-01T10:00:00.000Z' };
const token = {
  ...issued,
  modules: ['orders', 'stock'],
  created_by: 'paulo@acme.test',
  last_used_at: '2026-05-02T10:00:00.000Z',
  expires_at: '2026-05-03T10:00:00.000Z',
};
const key = {
  ...issued,
  id: '7f1d3c1e-4a55-4a33-9b53-30f1f5f2f0b2',
  name: '',
  module: 'smsa',
  created_by: 'operator',
  last_used_at: null,
  expires_at: null,
};

function answer(caller: object = publisher) {
  return answerCalls({
    'GET self': { body: caller },
    'GET team-tokens': { body: { items: [token], next: null } },
    'GET service-keys': { body: { items: [key], next: null } },
    'POST team-tokens': { status: 201, body: { ...token, token: 'portico_tt_secret' } },
    [`DELETE team-tokens/${id}`]: { status: 204 },
  });
}

test('tokens and keys show who made them, their last use and their end', async () => {
  answer();
  await openConsole('/tokens');
  const rows = await screen.findAllByRole('row');
  const cells = rows.slice(1).map((row) => row.textContent);
  expect(cells[0]).toMatch(/orders, stock.*Team token.*CI.*paulo@acme\.test.*May 1, 2026.*May 2, 2026.*Ended/);
  expect(cells[1]).toMatch(/smsa.*Service key.*Without a note.*Operator’s key.*May 1, 2026.*Never.*No end/);
});

test('tokens and keys are searched, and further pages are loaded', async () => {
  const { answers, calls } = answer();
  const other = { ...token, id: '2b0c8a52-9d0e-4b0b-8d63-2f7f6a1c9c11', modules: ['bills'] };
  answers['GET team-tokens'] = ({ query }) => ({
    body: query.after === 'more' ? { items: [other], next: null } : { items: [token], next: 'more' },
  });
  const console = await openConsole('/tokens');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  const asked = () => calls.filter(({ route }) => route.startsWith('GET team-tokens')).map(({ query }) => query);
  expect(await screen.findByText('bills')).toBeVisible();
  answers['GET team-tokens'] = { body: { items: [], next: null } };
  answers['GET service-keys'] = { body: { items: [], next: null } };
  await console.navigate('/console/tokens?search=stock');
  expect(await screen.findByText('No token or key matches.')).toBeVisible();
  expect(asked().at(-1)).toMatchObject({ search: 'stock' });
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByRole('searchbox', { name: 'Search by module or note' })).toHaveValue('');
});

test('a new token is shown once', async () => {
  const { calls } = answer();
  await openConsole('/tokens');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New token or key' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New token or key' }));
  await user.type(dialog.getByRole('textbox', { name: 'Modules' }), 'orders, stock');
  await user.type(dialog.getByRole('spinbutton', { name: 'Days until it ends' }), '90');
  await user.click(dialog.getByRole('button', { name: 'Command' }));
  expect(dialog.getByText('portico token create orders,stock --publish --days 90')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Copy it now' }));
  expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue('portico_tt_secret');
  expect(calls.find(({ route }) => route === 'POST team-tokens')?.body).toEqual({
    modules: ['orders', 'stock'],
    name: '',
    new: false,
    days: 90,
  });
  await user.click(shown.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain('portico_tt_secret');
});

test('an operator sees, creates and revokes the tokens of the directory of the tenant', async () => {
  const scim = {
    ...issued,
    name: 'Entra',
    tenant: 'smsa',
    created_by: 'operator',
    last_used_at: null,
    expires_at: null,
  };
  const path = 'tenants/smsa/scim-tokens';
  const { calls } = answerCalls({
    'GET self': { body: { ...publisher, is_operator: true } },
    'GET team-tokens': { body: { items: [], next: null } },
    'GET service-keys': { body: { items: [], next: null } },
    [`GET ${path}`]: { body: [scim] },
    [`POST ${path}`]: { status: 201, body: { ...scim, token: 'portico_st_secret' } },
    [`DELETE ${path}/${id}`]: { status: 204 },
  });
  await openConsole('/tokens');
  const user = userEvent.setup();
  const revoke = await screen.findByRole('button', { name: 'Revoke: smsa Entra' });
  await user.click(screen.getByRole('button', { name: 'New token or key' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New token or key' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'Token of a directory');
  expect(dialog.queryByRole('textbox', { name: 'Module' })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Entra');
  await user.click(dialog.getByRole('button', { name: 'Command' }));
  expect(dialog.getByText('portico tenant scim-token smsa --name Entra')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Copy it now' }));
  expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue('portico_st_secret');
  await user.click(shown.getByRole('button', { name: 'Close' }));
  expect(calls.find(({ route }) => route === `POST ${path}`)?.body).toEqual({ name: 'Entra' });
  await user.click(revoke);
  const question = within(screen.getByRole('dialog', { name: 'Revoke Entra?' }));
  expect(question.getByText(/directory of smsa can no longer/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(calls.some(({ route }) => route === `DELETE ${path}/${id}`)).toBe(true));
});

test('a token is revoked after a question', async () => {
  const { calls } = answer();
  await openConsole('/tokens');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Revoke: orders, stock CI' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke CI?' }));
  await user.click(dialog.getByRole('button', { name: 'Command' }));
  expect(dialog.getByText(`portico token revoke ${id}`)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(calls.some(({ route }) => route === `DELETE team-tokens/${id}`)).toBe(true));
});
