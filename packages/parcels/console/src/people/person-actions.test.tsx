import { screen, waitFor, within } from '@testing-library/react';
import { olga } from '../testing/answer-calls';
import { administrator, ana, answerPeople, heloisa, openAna, person } from '../testing/answer-people';
import { openDialog, prepareConsole } from '../testing/open-console';

prepareConsole();

const ways = { passwords_off: false, passkeys: 0, providers: ['Acme ID'], expecting_providers: [], is_invited: false };

test.each([
  ['can sign in', {}, 'Mail a code', 'primary'],
  ['is disabled', { state: 'disabled', disabled: true }, 'Enable', 'primary'],
  ['is suspended by the directory', { state: 'suspended' }, 'Rename', 'quiet'],
  ['signs in at a provider alone', { ways: { ...ways, has_password: false } }, 'Rename', 'quiet'],
])('the first button for a person who %s is what helps, if anything does', async (_case, own, first, variant) => {
  const { answers } = answerPeople(administrator);
  answers[`GET ${person}`] = { body: { ...ana, state: 'active', locks: [], ...own } };
  await openAna();
  const [button] = within(await screen.findByRole('group', { name: 'Actions' })).getAllByRole('button');
  expect(button).toHaveAccessibleName(first);
  expect(button).toHaveClass(`portico-ui-button-${variant}`);
});

test('the help desk sees why a sign-in fails, and unlocks', async () => {
  const { answers, calls } = answerPeople();
  await openAna();
  expect(await screen.findByText(/^Failed sign-ins in this tenant: locked until/)).toBeVisible();
  expect(screen.getAllByText('Too many tries: Failed sign-ins in this tenant')[0]).toBeVisible();
  expect(screen.getByText('Directly, By the group Drivers, By Acme ID, By Acme ID, in the group Pilots')).toBeVisible();
  for (const name of ['Rename', 'Disable', 'Delete account']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  const { user, dialog, ok } = await openDialog('Unlock', 'Unlock Ana?');
  expect(within(dialog).getByText('portico user unlock ana@portico.test --tenant smsa')).toBeInTheDocument();
  answers[`GET ${person}`] = { body: { ...ana, state: 'active', locks: [] } };
  await user.click(ok);
  expect(await screen.findByText('Can sign in.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlock' })).not.toBeInTheDocument();
  expect(calls.some(({ route }) => route === `POST ${person}/unlock`)).toBe(true);
});

test('a session is ended', async () => {
  const { calls } = answerPeople();
  await openAna();
  const { user, ok } = await openDialog('End: Firefox on Windows', 'End this session of Ana?');
  await user.click(ok);
  await waitFor(() => expect(calls.some(({ route }) => route === `DELETE ${person}/sessions/s1`)).toBe(true));
});

test('an administrator renames, and takes a person out of the tenant', async () => {
  const { calls } = answerPeople(administrator);
  const console = await openAna();
  const rename = await openDialog('Rename', 'Rename Ana');
  await rename.user.type(within(rename.dialog).getByRole('textbox', { name: 'Name' }), ' Reis');
  await rename.user.click(rename.ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(calls.find(({ route }) => route === `PATCH ${person}`)?.body).toEqual({ name: 'Ana Reis' });
  const remove = await openDialog('Remove from tenant', 'Remove Ana from the tenant?');
  await remove.user.click(remove.ok);
  await waitFor(() => expect(console.path).toBe('/console/people'));
});

test('a person whom another administrator has changed meanwhile is shown as they are, before the change is sent again', async () => {
  const { answers, calls } = answerPeople(administrator);
  answers[`GET ${person}`] = { body: { ...ana, edition: 'e1' } };
  await openAna();
  const { user, dialog, ok } = await openDialog('Rename', 'Rename Ana');
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
  const { answers, calls } = answerPeople({ ...olga, permissions: ['people.read', 'people.help', 'people.manage'] });
  answers['GET users/ana%40portico.test/export'] = { body: { user: {} } };
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:export', revokeObjectURL() {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await openAna();
  const { user, dialog, ok } = await openDialog('Export data', 'Export the data of Ana?');
  expect(within(dialog).getByText('portico user export ana@portico.test ana@portico.test.json')).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(saved).toEqual(['ana@portico.test.json']));
  expect(calls.some(({ route }) => route === 'GET users/ana%40portico.test/export')).toBe(true);
  jest.restoreAllMocks();
});

test('a person without password gets the code for the first one again', async () => {
  const { answers, calls } = answerPeople();
  answers[`GET ${person}`] = { body: { ...ana, state: 'no-password', locks: [] } };
  answers[`POST ${person}/reset`] = { status: 204 };
  await openAna();
  const name = 'Mail the code for the first password';
  const { user, ok } = await openDialog(name, 'Mail Ana a code for the first password?');
  expect(screen.queryByRole('button', { name: 'Export data' })).not.toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(calls.some(({ route }) => route === `POST ${person}/reset`)).toBe(true));
});

test('the second factor of a person is shown, and the help desk removes it after a proof', async () => {
  const { answers, calls } = answerPeople();
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
  const { user, dialog, ok } = await openDialog('Remove second factor', 'Remove the second factor of Ana?');
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
  const { answers } = answerPeople({ ...heloisa, ...caller });
  answers[`GET ${person}`] = { body: { ...ana, second_factor_since: '2026-02-03T10:00:00.000Z', ...own } };
  await openAna();
  expect(await screen.findByText(/^Authenticator app, since/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove second factor' })).not.toBeInTheDocument();
});
