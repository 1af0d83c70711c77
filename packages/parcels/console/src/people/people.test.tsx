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

const heloisa = { ...olga, is_operator: false, permissions: ['people.read', 'people.help'] };
const listed = { email: 'ana@portico.test', name: 'Ana', disabled: false, state: 'locked', last_sign_in_at: null };
const refusal = {
  at: '2026-05-01T10:00:00.000Z',
  reason: 'too-many-tries',
  limit: 'signInOfAccount',
  tenant: 'smsa',
  ip: '203.0.113.7',
  browser: 'Firefox',
  system: 'Windows',
};
const ana = {
  email: 'ana@portico.test',
  name: 'Ana',
  disabled: false,
  state: 'locked',
  created_at: '2026-01-01T00:00:00.000Z',
  locks: [{ limit: 'signInOfAccount', until: '2026-05-01T10:15:00.000Z' }],
  last_sign_in: null,
  last_refusal: refusal,
  address_change: null,
  apps: [
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: null },
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: 'Drivers' },
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: null, provider: 'Acme ID' },
    { tenant: 'smsa', module: 'smsa', name: 'SMSA', granted_by: 'Pilots', provider: 'Acme ID' },
  ],
  sessions: [
    {
      id: 's1',
      browser: 'Firefox',
      system: 'Windows',
      ip: '203.0.113.7',
      created_at: '2026-05-01T08:00:00.000Z',
      last_used_at: '2026-05-01T09:00:00.000Z',
    },
  ],
  sign_ins: [refusal],
  is_manageable: true,
};
const base = 'tenants/smsa/users';
const person = `${base}/ana%40portico.test`;

function answer(caller: object = heloisa) {
  return answerCalls({
    'GET self': { body: caller },
    [`GET ${base}`]: { body: { items: [listed], next: null } },
    [`GET ${person}`]: { body: ana },
    [`POST ${person}/unlock`]: { status: 204 },
    [`DELETE ${person}`]: { status: 204 },
    [`PATCH ${person}`]: { body: {} },
    [`DELETE ${person}/sessions/s1`]: { status: 204 },
  });
}

const open = (path: string) => mountModule(module, { key: 'console', path, locale: 'en' });
const openAna = () => open('/console/people/ana%40portico.test');

async function confirm(button: string, dialogName: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = screen.getByRole('dialog', { name: dialogName });
  return { user, dialog, ok: within(dialog).getAllByRole('button').at(-1) ?? dialog };
}

test('the list follows its address, and opens a person', async () => {
  const { calls } = answer();
  const console = await open('/console/people?search=an&state=locked&sort=-email');
  const user = userEvent.setup();
  expect(await screen.findByRole('rowheader', { name: 'Ana' })).toBeVisible();
  expect(calls.find(({ route }) => route === `GET ${base}`)?.query).toEqual({
    search: 'an',
    state: 'locked',
    sort: '-email',
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Disabled');
  await waitFor(() => expect(calls.at(-1)?.query.state).toBe('disabled'));
  await user.click(screen.getByRole('link', { name: 'Ana' }));
  await waitFor(() => expect(console.path).toBe('/console/people/ana%40portico.test'));
});

test('a narrow screen has cards', async () => {
  setScreen('narrow');
  answer();
  await open('/console/people');
  expect(within(await screen.findByRole('list', { name: 'People' })).getByRole('link', { name: 'Ana' })).toBeVisible();
});

test('the help desk sees why a sign-in fails, and unlocks', async () => {
  const { answers, calls } = answer();
  await openAna();
  expect(await screen.findByText(/^Failed sign-ins in this tenant: locked until/)).toBeVisible();
  expect(screen.getAllByText('Too many tries: Failed sign-ins in this tenant')[0]).toBeVisible();
  expect(screen.getByText('Directly, By the group Drivers, By Acme ID, By Acme ID, in the group Pilots')).toBeVisible();
  for (const name of ['Rename', 'Disable', 'Delete account']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  const { user, dialog, ok } = await confirm('Unlock', 'Unlock Ana?');
  expect(within(dialog).getByText('portico user unlock ana@portico.test --tenant smsa')).toBeInTheDocument();
  answers[`GET ${person}`] = { body: { ...ana, state: 'active', locks: [] } };
  await user.click(ok);
  expect(await screen.findByText('Can sign in.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlock' })).not.toBeInTheDocument();
  expect(calls.some(({ route }) => route === `POST ${person}/unlock`)).toBe(true);
});

test('a session is ended', async () => {
  const { calls } = answer();
  await openAna();
  const { user, ok } = await confirm('End: Firefox on Windows', 'End this session of Ana?');
  await user.click(ok);
  await waitFor(() => expect(calls.some(({ route }) => route === `DELETE ${person}/sessions/s1`)).toBe(true));
});

test('an administrator renames, and takes a person out of the tenant', async () => {
  const { calls } = answer({ ...heloisa, permissions: ['people.read', 'people.help', 'people.manage'] });
  const console = await openAna();
  const rename = await confirm('Rename', 'Rename Ana');
  await rename.user.type(within(rename.dialog).getByRole('textbox', { name: 'Name' }), ' Reis');
  await rename.user.click(rename.ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(calls.find(({ route }) => route === `PATCH ${person}`)?.body).toEqual({ name: 'Ana Reis' });
  const remove = await confirm('Remove from tenant', 'Remove Ana from the tenant?');
  await remove.user.click(remove.ok);
  await waitFor(() => expect(console.path).toBe('/console/people'));
});

test('a person whom another administrator has changed meanwhile is shown as they are, before the change is sent again', async () => {
  const { answers, calls } = answer({ ...heloisa, permissions: ['people.read', 'people.help', 'people.manage'] });
  answers[`GET ${person}`] = { body: { ...ana, edition: 'e1' } };
  await openAna();
  const { user, dialog, ok } = await confirm('Rename', 'Rename Ana');
  const field = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'Ana Lima');
  answers[`PATCH ${person}`] = { status: 409, body: { code: 'user-changed', message: 'Look again.' } };
  answers[`GET ${person}`] = { body: { ...ana, name: 'Ana Reis', disabled: true, state: 'disabled', edition: 'e2' } };
  await user.click(ok);
  expect(await within(dialog).findByText('Look again.')).toBeVisible();
  const changes = await within(dialog).findByText(
    /The name was Ana and is Ana Reis now\. The account is disabled now\.$/,
  );
  expect(changes).toBeVisible();
  expect(field).toHaveValue('Ana Lima');
  answers[`PATCH ${person}`] = { body: {} };
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const sent = calls.filter(({ route }) => route === `PATCH ${person}`).map(({ body }) => body);
  expect(sent).toEqual([
    { name: 'Ana Lima', edition: 'e1' },
    { name: 'Ana Lima', edition: 'e2' },
  ]);
});

test('an operator exports the data of a person; others have no button for it', async () => {
  const { answers, calls } = answer({ ...olga, permissions: ['people.read', 'people.help', 'people.manage'] });
  answers['GET users/ana%40portico.test/export'] = { body: { user: {} } };
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:export', revokeObjectURL() {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await openAna();
  const { user, dialog, ok } = await confirm('Export data', 'Export the data of Ana?');
  expect(within(dialog).getByText('portico user export ana@portico.test ana@portico.test.json')).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(saved).toEqual(['ana@portico.test.json']));
  expect(calls.some(({ route }) => route === 'GET users/ana%40portico.test/export')).toBe(true);
  jest.restoreAllMocks();
});

test('a person without password gets the code for the first one again', async () => {
  const { answers, calls } = answer();
  answers[`GET ${person}`] = { body: { ...ana, state: 'no-password', locks: [] } };
  answers[`POST ${person}/reset`] = { status: 204 };
  await openAna();
  const name = 'Mail the code for the first password';
  const { user, ok } = await confirm(name, 'Mail Ana a code for the first password?');
  expect(screen.queryByRole('button', { name: 'Export data' })).not.toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(calls.some(({ route }) => route === `POST ${person}/reset`)).toBe(true));
});

const ways = {
  has_password: false,
  passwords_off: false,
  passkeys: 0,
  providers: [],
  expecting_providers: [],
  is_invited: false,
};

test.each([
  ['a password and passkeys', 'active', { has_password: true, passkeys: 2 }, 'Can sign in.', 'Password, 2 passkeys'],
  ['a provider', 'active', { providers: ['Acme ID'] }, 'Can sign in.', 'Acme ID'],
  [
    'a provider, not yet',
    'active',
    { expecting_providers: ['Acme ID'] },
    'Can sign in.',
    'Acme ID, for the first time',
  ],
  [
    'a passkey beside a locked password',
    'locked',
    { has_password: true, passkeys: 1 },
    /passwords are refused/,
    'Password, 1 passkey',
  ],
  ['nothing', 'no-password', {}, /^There is no password and no other way to sign in yet/, null],
  ['nothing, without passwords', 'no-password', { passwords_off: true }, /no provider of the tenant accepts/, null],
  ['an invitation', 'no-password', { is_invited: true }, /^Has not accepted the invitation yet/, null],
] as const)('a person who has %s is shown as they are', async (_case, state, own, text, by) => {
  const { answers } = answer();
  answers[`GET ${person}`] = { body: { ...ana, state, ways: { ...ways, ...own } } };
  await openAna();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText('Signs in by')?.nextSibling?.textContent ?? null).toBe(by);
  const [mailed] = screen.queryAllByRole('button', { name: /^Mail/ });
  const needsCode = 'passwords_off' in own ? undefined : 'has_password' in own ? 'Mail a code' : /first password$/;
  if (needsCode === undefined) expect(mailed).toBeUndefined();
  else expect(mailed).toHaveAccessibleName(needsCode);
});

test('a sign-in says by which method, and one of the previous release does not', async () => {
  const { answers } = answer();
  const signIns = ['passkey', 'one-time-code', null].map((method, hour) => ({
    ...{ ...refusal, at: `2026-05-01T1${hour}:00:00.000Z`, reason: null, limit: null },
    ...(method && { method }),
  }));
  answers[`GET ${person}`] = { body: { ...ana, last_sign_in: signIns[0], sign_ins: signIns } };
  await openAna();
  const table = within(await screen.findByRole('table', { name: 'Sign-ins of the last 30 days' }));
  for (const result of ['Signed in by passkey', 'Signed in by password and one-time code', 'Signed in']) {
    expect(table.getByRole('cell', { name: result })).toBeVisible();
  }
  expect(screen.getByText('Signed in by passkey: Firefox on Windows, 203.0.113.7')).toBeVisible();
});

test('a refused sign-in says why', async () => {
  const { answers } = answer();
  const signIn = { ...refusal, reason: 'wrong-code', limit: null, method: 'provider' };
  answers[`GET ${person}`] = { body: { ...ana, last_refusal: signIn, sign_ins: [signIn] } };
  await openAna();
  const table = within(await screen.findByRole('table', { name: 'Sign-ins of the last 30 days' }));
  expect(table.getByRole('cell', { name: 'Wrong code of the mail that links a provider' })).toBeVisible();
});

test('the second factor of a person is shown, and the help desk removes it after a proof', async () => {
  const { answers, calls } = answer();
  answers[`GET ${person}`] = { body: { ...ana, second_factor_since: '2026-02-03T10:00:00.000Z' } };
  let isProved = false;
  answers[`DELETE ${person}/second-factor`] = () => {
    if (!isProved) return { status: 403, body: { code: 'confirmation-needed', message: 'Prove it.' } };
    answers[`GET ${person}`] = { body: { ...ana, second_factor_since: null } };
    return { status: 204 };
  };
  answers['POST confirmation'] = () => {
    isProved = true;
    return { status: 204 };
  };
  await openAna();
  expect(await screen.findByText(/^Authenticator app, since Feb 3, 2026/)).toBeVisible();
  const { user, dialog, ok } = await confirm('Remove second factor', 'Remove the second factor of Ana?');
  expect(dialog).toHaveTextContent('or sets up a new factor where smsa requires one, and a mail tells them.');
  const command = 'portico user remove-factor ana@portico.test --yes --tenant smsa';
  expect(within(dialog).getByText(command)).toBeInTheDocument();
  await user.click(ok);
  await user.type(await screen.findByLabelText('Password'), 'portico-demo{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove second factor' })).not.toBeInTheDocument());
  expect(screen.getByText('None')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Ana' })).toHaveFocus());
  expect(calls.filter(({ route }) => route === `DELETE ${person}/second-factor`)).toHaveLength(2);
});

test.each([
  ['an auditor', { permissions: ['people.read'] }, {}],
  ['the help desk, of an account of others', {}, { is_manageable: false }],
])('%s cannot remove a second factor', async (_case, caller, own) => {
  const { answers } = answer({ ...heloisa, ...caller });
  answers[`GET ${person}`] = { body: { ...ana, second_factor_since: '2026-02-03T10:00:00.000Z', ...own } };
  await openAna();
  expect(await screen.findByText(/^Authenticator app, since/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove second factor' })).not.toBeInTheDocument();
});

test('the account of other tenants cannot be changed, and the page says so', async () => {
  const { answers } = answer({ ...heloisa, permissions: ['people.read', 'people.help', 'people.manage'] });
  answers[`GET ${person}`] = { body: { ...ana, is_manageable: false } };
  await openAna();
  expect(await screen.findByText(/^Only an operator may change this account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rename' })).not.toBeInTheDocument();
});

test('an unknown person, an empty list and a failure say so', async () => {
  const { answers } = answer();
  answers[`GET ${person}`] = { status: 404, body: { code: 'user-unknown', message: 'No.' } };
  answers[`GET ${base}`] = { body: { items: [], next: null } };
  await openAna();
  expect(await screen.findByRole('heading', { name: 'There is no such person' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'All people' }));
  expect(await screen.findByText('Nobody matches.')).toBeVisible();
  answers[`GET ${base}`] = { status: 500, body: { code: 'internal', message: 'Broken.' } };
  await userEvent.type(screen.getByRole('searchbox'), 'ana{Enter}');
  expect(await screen.findByText('Broken.')).toBeVisible();
});
