import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const tiago = { ...olga, is_operator: false, permissions: ['people.read', 'people.help', 'people.manage'] };
const row = {
  line: 1,
  email: 'nina@acme.test',
  name: '',
  modules: ['smsa'],
  groups: [],
  outcome: 'invite',
  refusal: null,
  detail: '',
};
const refused = { ...row, line: 2, email: 'sem-arroba', outcome: 'refused', refusal: 'malformed-email' };
const invitation = {
  id: 'i1',
  email: 'nina@acme.test',
  name: 'Nina',
  modules: [],
  state: 'sent',
  created_at: '2026-04-24T00:00:00Z',
  expires_at: '2026-05-01T00:00:00Z',
};

function answer(items: readonly object[] = []) {
  return answerCalls({
    'GET self': { body: tiago },
    'GET tenants/smsa/invitations': { body: { items, next: null } },
    'POST tenants/smsa/invitations/plan': { body: { rows: [row, refused], digest: 'd1' } },
    'POST tenants/smsa/invitations': { status: 201, body: { invited: 1, granted: 0 } },
    'DELETE tenants/smsa/invitations/i1': { status: 204 },
  });
}

test('a list is shown as what will happen, and then sent', async () => {
  const { calls } = answer();
  const console = await openConsole('/invitations/new');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox'), 'nina@acme.test sem-arroba');
  await user.click(screen.getByRole('button', { name: 'Show what will happen' }));
  const table = await screen.findByRole('table', { name: 'What will happen' });
  expect(within(table).getByText('Refused: not an e-mail address')).toBeVisible();
  expect(screen.getByText('Invited: 1. Given access: 0. Refused: 1.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(console.path).toBe('/console/invitations'));
  expect(calls.find(({ route }) => route === 'POST tenants/smsa/invitations')?.body).toEqual({
    text: 'nina@acme.test sem-arroba',
    digest: 'd1',
    locale: 'en',
  });
});

test('a plan that is not true any more is shown again', async () => {
  const { answers } = answer();
  await openConsole('/invitations/new');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox'), 'nina@acme.test');
  await user.click(screen.getByRole('button', { name: 'Show what will happen' }));
  await screen.findByRole('table');
  answers['POST tenants/smsa/invitations'] = { status: 409, body: { code: 'plan-changed', message: 'Look again.' } };
  const again = { ...row, outcome: 'refused', refusal: 'already-invited' };
  answers['POST tenants/smsa/invitations/plan'] = { body: { rows: [again], digest: 'd2' } };
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('Look again.')).toBeVisible();
  expect(await screen.findByText('Refused: invited already; resend that invitation')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
});

test('an invitation is withdrawn after a question', async () => {
  const { calls } = answer([invitation]);
  await openConsole('/invitations');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = screen.getByRole('dialog', { name: 'Withdraw the invitation of nina@acme.test?' });
  expect(within(dialog).getByText('portico user withdraw-invitation nina@acme.test --tenant smsa')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'DELETE tenants/smsa/invitations/i1')).toBe(true));
});

test('the page of an invited person says until when, and sends the invitation again', async () => {
  const { answers, calls } = answer([{ ...invitation, id: 'i2', email: 'other-nina@acme.test' }, invitation]);
  answers['GET tenants/smsa/users/nina%40acme.test'] = { status: 404, body: { code: 'user-unknown', message: 'No.' } };
  answers['POST tenants/smsa/invitations/i1/resend'] = { status: 204 };
  const console = await openConsole('/invitations');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'nina@acme.test' }));
  expect(console.path).toBe('/console/people/nina%40acme.test');
  expect(await screen.findByRole('heading', { level: 1, name: 'Nina' })).toBeVisible();
  expect(calls.at(-1)?.query).toMatchObject({ search: 'nina@acme.test', state: 'open' });
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  const dialog = screen.getByRole('dialog', { name: 'Send the invitation to nina@acme.test again?' });
  expect(within(dialog).getByText('portico user resend-invitation nina@acme.test --tenant smsa')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(calls.some(({ route }) => route.endsWith('/i1/resend'))).toBe(true));
});

/** As browsers do; jsdom has no such method. */
function readText(this: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(this);
  });
}

test('a file that is too long is refused as a whole, and says so', async () => {
  Object.assign(Blob.prototype, { text: readText });
  const { calls } = answer();
  await openConsole('/invitations/new');
  const user = userEvent.setup();
  const file = await screen.findByLabelText('Choose a CSV file');
  await user.upload(file, new File(['nina@acme.test\n'.repeat(140_000)], 'all.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/^This is too long/)).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('');
  await user.upload(file, new File(['nina@acme.test'], 'one.csv', { type: 'text/csv' }));
  expect(await screen.findByDisplayValue('nina@acme.test')).toBeVisible();
  expect(screen.queryByText(/^This is too long/)).not.toBeInTheDocument();
  expect(calls.some(({ route }) => route.endsWith('/plan'))).toBe(false);
});

test('a list without invitations says so', async () => {
  answer();
  await openConsole('/invitations');
  expect(await screen.findByText('There are no invitations.')).toBeVisible();
});
