import { screen, within } from '@testing-library/react';
import { administrator, ana, answerPeople, openAna, person, refusal } from '../testing/answer-people';
import { prepareConsole } from '../testing/open-console';

prepareConsole();

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
  const { answers } = answerPeople();
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
  const { answers } = answerPeople();
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
  const { answers } = answerPeople();
  const signIn = { ...refusal, reason: 'wrong-code', limit: null, method: 'provider' };
  answers[`GET ${person}`] = { body: { ...ana, last_refusal: signIn, sign_ins: [signIn] } };
  await openAna();
  const table = within(await screen.findByRole('table', { name: 'Sign-ins of the last 30 days' }));
  expect(table.getByRole('cell', { name: 'Wrong code of the mail that links a provider' })).toBeVisible();
});

test('the account of other tenants cannot be changed, and the page says so', async () => {
  const { answers } = answerPeople(administrator);
  answers[`GET ${person}`] = { body: { ...ana, is_manageable: false } };
  await openAna();
  expect(await screen.findByText(/^Only an operator may change this account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rename' })).not.toBeInTheDocument();
});
