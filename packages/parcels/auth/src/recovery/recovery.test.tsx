import { readPage, setLocale } from '@portico/shared';
import { fill, renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/recover?link=%2Fprofile');
});

const tooMany = {
  status: 429,
  headers: { 'retry-after': '708' },
  body: { code: 'too-many-tries', message: 'Too many tries. Try again in 11 min 48 s.' },
};

async function askFor(email: string): Promise<void> {
  renderParcel(AuthScreen, 'recover');
  const user = userEvent.setup();
  await fill(user, await screen.findByRole('textbox', { name: 'E-mail' }), email);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
}

it('shows the heading immediately, and the form once its file has loaded', async () => {
  renderParcel(AuthScreen, 'recover');
  expect(screen.getByRole('heading', { level: 1, name: 'Recover your password' })).toBeVisible();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it.each(['ana@portico.test', 'nobody@portico.test'])('shows the same for every address: %s', async (email) => {
  portal.answer('POST /auth/recover', { status: 204 });
  await askFor(email);
  expect(await screen.findByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  const code = screen.getByRole('textbox', { name: 'Code' });
  expect(code).toHaveFocus();
  expect(code).toHaveAccessibleDescription(
    `If ${email} has an account here, a code is on its way. It is valid for 10 minutes.`,
  );
  expect(portal.calls).toMatchObject([{ route: 'POST /auth/recover', body: { email } }]);
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/signin?link=%2Fprofile');
});

it('checks the address before it sends', async () => {
  await askFor('ana');
  expect(screen.getByRole('alert')).toHaveTextContent('This does not look like an e-mail address.');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
  expect(portal.calls).toEqual([]);
});

it('says beside the address that the server refuses it', async () => {
  const message = 'The data sent is not valid: email.';
  portal.answer('POST /auth/recover', { status: 400, body: { code: 'invalid-request', message } });
  await askFor('josé@portico.test');
  expect(await screen.findByRole('alert')).toHaveTextContent('This does not look like an e-mail address.');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
});

it.each([
  ['unreachable', 'The portal cannot be reached.'],
  [{ status: 400, body: { code: 'bad', message: '' } }, 'The code could not be sent.'],
  [{ status: 429, body: { code: 'too-many', message: 'Wait a minute.' } }, 'Wait a minute.'],
] as const)('says what went wrong and keeps the address: %j', async (answer, text) => {
  portal.answer('POST /auth/recover', answer);
  await askFor('ana@portico.test');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ana@portico.test');
});

it('says how long to wait after too many attempts', async () => {
  portal.answer('POST /auth/recover', tooMany);
  await askFor('ana@portico.test');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Too many tries\. Wait 11 min 4[87] s\.$/);
  const send = screen.getByRole('button', { name: 'Send code' });
  expect(send).toHaveAttribute('aria-disabled', 'true');
  expect(send).toHaveAccessibleDescription(/Too many tries/);
  await userEvent.click(send);
  expect(portal.calls).toHaveLength(1);
});

it('leads to the sign-in where the portal has no passwords', async () => {
  Object.assign(readPage().state, { providers: { list: [], passwordsOff: true } });
  renderParcel(AuthScreen, 'recover');
  expect(await screen.findByText(/^This portal has no passwords\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/signin?link=%2Fprofile');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  Object.assign(readPage().state, { providers: undefined });
});
