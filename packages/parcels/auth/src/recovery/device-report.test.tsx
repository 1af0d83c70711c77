import { readPage, setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';

const portal = testPortal();
const token = 'a'.repeat(43);

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit(`/recover#${token}`);
});

async function report(answer: object) {
  portal.answer('POST /auth/devices/report', answer);
  renderParcel(AuthScreen, 'recover');
  await userEvent.click(await screen.findByRole('button', { name: 'This was not me' }));
}

/** The router of the page reads the address; here the test does. */
async function followToRecovery() {
  await userEvent.click(await screen.findByRole('link', { name: 'Set a new password' }));
  expect(location.hash).toBe('');
  act(() => portal.visit('/recover'));
}

it.each([
  [true, 'Your password no longer works.', 'Set a new password', '/recover'],
  [false, 'Sign in again.', 'Login', '/signin'],
])(
  'says that the sessions have ended, and leads to the next step; with a password: %s',
  async (needs_password, text, name, href) => {
    await report({ body: { email: 'ana@portico.test', needs_password } });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'All sessions have ended' })).toHaveFocus());
    expect(portal.calls.map(({ body }) => body)).toEqual([{ token }]);
    expect(screen.getByText(text, { exact: false })).toBeVisible();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  },
);

it('fills in the e-mail where the user sets a new password', async () => {
  await report({ body: { email: 'ana@portico.test', needs_password: true } });
  await followToRecovery();
  expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveValue('ana@portico.test');
});

it('offers a new password where the address has been used', async () => {
  await report({ status: 404, body: { code: 'device-report-ended', message: 'Used already.' } });
  expect(await screen.findByText('Used already.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'This was not me' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
  expect(screen.getByText('If your account is in danger, set a new password.')).toBeVisible();
  await followToRecovery();
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible();
});

it('offers the sign-in where the address has been used and the portal has no passwords', async () => {
  Object.assign(readPage().state, { providers: { list: [], passwordsOff: true } });
  await report({ status: 404, body: { code: 'device-report-ended', message: 'Used already.' } });
  expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/signin');
  expect(screen.queryByRole('link', { name: 'Set a new password' })).not.toBeInTheDocument();
  expect(screen.getByText('Sign in again.', { exact: false })).toBeVisible();
  Object.assign(readPage().state, { providers: undefined });
});
