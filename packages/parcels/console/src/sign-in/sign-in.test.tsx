import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const path = 'tenants/smsa/sign-in-providers';
const factorPath = 'tenants/smsa/second-factor';
const issuer = 'https://id.acme.example';
const provider = {
  id: '7f1d3c1e-4a55-4a33-9b53-30f1f5f2f0b2',
  name: 'Acme ID',
  issuer,
  client_id: 'portal',
  domains: ['acme.example'],
  audiences: ['https://api.acme.example'],
  creates_users: false,
  ends_sessions: true,
  callback_path: '/api/sign-in/7f1d/callback',
};
const operator = { ...olga, permissions: ['look.read', 'look.manage', 'people.read', 'people.manage'] };

function answer(caller: object = operator, providers: object[] = [provider], passwords_off = false) {
  return answerCalls({
    'GET self': { body: caller },
    [`GET ${path}`]: { body: { passwords_off, providers } },
    [`PUT ${path}`]: { body: provider },
    [`GET ${factorPath}`]: { body: { required: false, members_without: 12 } },
    [`PUT ${factorPath}`]: { status: 204 },
    [`DELETE ${path}/${provider.id}`]: { status: 204 },
  });
}

const sent = (calls: ReturnType<typeof answer>['calls'], route: string) =>
  calls.find((call) => call.route === route)?.body;

test('a provider is shown with the redirect address to register, and others than operators only read', async () => {
  answer({ ...operator, is_operator: false });
  await openConsole('/sign-in');
  const section = within(await screen.findByRole('region', { name: 'Acme ID' }));
  for (const text of [
    issuer,
    'portal',
    'acme.example',
    'https://api.acme.example',
    'known users only',
    'end with that of the provider',
  ]) {
    expect(section.getByText(text)).toBeVisible();
  }
  expect(section.getByText(`${location.origin}${provider.callback_path}`)).toBeVisible();
  expect(screen.getByText('Only an operator changes providers and passwords.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Change|Remove|Test|Add a provider|Switch/ })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Require' })).toBeVisible();
});

test('without a provider it says so, and one is added', async () => {
  const { calls } = answer(operator, []);
  await openConsole('/sign-in');
  expect(await screen.findByText('There is no provider: users sign in by e-mail and password.')).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add a provider' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a provider' }));
  await user.type(dialog.getByRole('textbox', { name: 'Issuer' }), issuer);
  await user.type(dialog.getByRole('textbox', { name: 'Client' }), 'portal');
  await user.type(dialog.getByLabelText('Secret of the client'), 'secret');
  await user.type(dialog.getByRole('textbox', { name: 'Domains of e-mails' }), 'acme.example, acme.test');
  await user.type(dialog.getByRole('textbox', { name: 'Audiences' }), 'https://api.acme.example');
  await user.click(dialog.getByRole('checkbox', { name: 'Add users at their first sign-in' }));
  await user.click(dialog.getByRole('button', { name: 'Command' }));
  const command = `portico tenant sign-in smsa --issuer ${issuer} --client-id portal --client-secret-stdin`;
  expect(
    dialog.getByText(`${command} --domain acme.example acme.test --audience https://api.acme.example --create-users`),
  ).toBeVisible();
  expect(document.body.textContent).not.toContain('--client-secret-stdin secret');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, `PUT ${path}`)).toEqual({
    issuer,
    client_id: 'portal',
    client_secret: 'secret',
    domains: ['acme.example', 'acme.test'],
    audiences: ['https://api.acme.example'],
    creates_users: true,
  });
});

test('a change sends only what is changed; the issuer names the provider', async () => {
  const { calls } = answer();
  await openConsole('/sign-in');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change: Acme ID' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change: Acme ID' }));
  expect(dialog.getByRole('textbox', { name: 'Issuer' })).toHaveAttribute('readonly');
  await user.clear(dialog.getByRole('textbox', { name: 'Domains of e-mails' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Audiences' }));
  await user.click(dialog.getByRole('button', { name: 'Command' }));
  expect(dialog.getByText(/--no-domain --no-audience$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, `PUT ${path}`)).toEqual({ issuer, client_id: 'portal', domains: [], audiences: [] });
});

test('the test says why a provider does not work', async () => {
  const { answers } = answer();
  answers[`PUT ${path}`] = { status: 400, body: { code: 'issuer-unusable', message: 'There is no OpenID provider.' } };
  await openConsole('/sign-in');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Test: Acme ID' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Test: Acme ID' }));
  await user.click(dialog.getByRole('button', { name: 'Test' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('There is no OpenID provider.');
});

test.each([
  [false, 'Switch passwords off', '--only'],
  [true, 'Allow passwords', '--no-only'],
])('passwords are switched: %s', async (isOff, name, word) => {
  const { calls } = answer(operator, [provider], isOff);
  await openConsole('/sign-in');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(screen.getByRole('dialog', { name }));
  await user.click(dialog.getByRole('button', { name: 'Command' }));
  expect(dialog.getByText(`portico tenant sign-in smsa --issuer ${issuer} --client-id portal ${word}`)).toBeVisible();
  await user.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(calls, `PUT ${path}`)).toEqual({ issuer, client_id: 'portal', passwords_off: !isOff });
});

test('a provider is removed after a question', async () => {
  const { calls } = answer();
  await openConsole('/sign-in');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove: Acme ID' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Remove Acme ID?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(calls.some(({ route }) => route === `DELETE ${path}/${provider.id}`)).toBe(true));
});

test('an administrator requires a second factor, and makes it optional again', async () => {
  const { answers, calls } = answer({ ...operator, is_operator: false });
  await openConsole('/sign-in');
  const section = within(await screen.findByRole('region', { name: 'Second factor' }));
  expect(await section.findByText('12 members sign in by a password alone.')).toBeVisible();
  expect(section.getByText(/^Optional/)).toBeVisible();
  const user = userEvent.setup();
  await user.click(section.getByRole('button', { name: 'Require' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Second factor: Require' }));
  expect(dialog.getByText('portico tenant update smsa --second-factor required')).toBeInTheDocument();
  answers[`GET ${factorPath}`] = { body: { required: true, members_without: 1 } };
  await user.click(dialog.getByRole('button', { name: 'Require' }));
  expect(await section.findByText(/^Required/)).toBeVisible();
  expect(section.getByText('1 member signs in by a password alone.')).toBeVisible();
  expect(sent(calls, `PUT ${factorPath}`)).toEqual({ required: true });
  await user.click(section.getByRole('button', { name: 'Make optional' }));
  expect(screen.getByText('portico tenant update smsa --second-factor optional')).toBeInTheDocument();
});

test.each([
  ['an auditor has no button', ['look.read', 'people.read'], true],
  ['a role without people has no part of it', ['look.read'], false],
])('%s for the second factor', async (_case, permissions, isShown) => {
  answer({ ...operator, is_operator: false, permissions }, [provider], true);
  await openConsole('/sign-in');
  expect(await screen.findByText(/^Passwords are switched off: users/)).toBeVisible();
  if (isShown) expect(await screen.findByText(/^Passwords are switched off, so no sign-in/)).toBeVisible();
  else expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Require' })).toBeNull();
});

test('a rule of the second factor that does not load says so, and is read again', async () => {
  const { answers } = answer();
  answers[`GET ${factorPath}`] = { status: 500, body: { code: 'internal', message: 'Broken.' } };
  await openConsole('/sign-in');
  const section = within(await screen.findByRole('region', { name: 'Second factor' }));
  expect(await section.findByText('Broken.')).toBeVisible();
  answers[`GET ${factorPath}`] = { body: { required: true } };
  await userEvent.click(section.getByRole('button', { name: 'Try again' }));
  expect(await section.findByText(/^Required/)).toBeVisible();
});
