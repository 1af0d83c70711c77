import { setLocale } from '@portico/shared';
import { fill, passkeyCreation, renderParcel, supportPasskeys, testPortal } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';
import { getSignInStart } from '../sign-in-start';

const portal = testPortal();
const token = 'a'.repeat(43);
const opened = { email: 'nina@acme.test', tenant_name: 'Acme', name: 'Nina', needs_password: true };

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit(`/invitation#${token}`);
});

it('sets the name and the password of a new user, and leads to the sign-in form', async () => {
  portal.answer('POST /invitations/open', { body: opened });
  portal.answer('POST /invitations/accept', { status: 204 });
  renderParcel(AuthScreen, 'invitation');
  const user = userEvent.setup();
  expect(await screen.findByText(/^Acme invites you to its portal\. Choose a password/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('Nina');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(screen.getByLabelText('Password')).toBeInvalid();
  await fill(user, screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(location.pathname).toBe('/signin'));
  expect(getSignInStart().email).toBe('nina@acme.test');
  expect(portal.calls.map(({ body }) => body)).toEqual([{ token }, { token, name: 'Nina', password: 'correct horse' }]);
});

it('sets a passkey instead of a password, and says that the browser made none', async () => {
  const browser = supportPasskeys();
  portal.answer('POST /invitations/open', { body: opened });
  portal.answer('POST /invitations/passkey', { body: passkeyCreation });
  portal.answer('POST /invitations/accept', { status: 204 });
  renderParcel(AuthScreen, 'invitation');
  const usePasskey = await screen.findByRole('button', { name: 'Use a passkey instead' });
  browser.answer('NotAllowedError');
  await userEvent.click(usePasskey);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No passkey was made/);
  browser.answer('passkey');
  await userEvent.click(usePasskey);
  await waitFor(() => expect(location.pathname).toBe('/signin'));
  expect(portal.calls.at(-1)).toMatchObject({
    route: 'POST /invitations/accept',
    body: { token, name: 'Nina', passkey: { state: 'a-state' } },
  });
  browser.remove();
});

it('asks a user with an account for nothing', async () => {
  portal.answer('POST /invitations/open', { body: { ...opened, needs_password: false } });
  portal.answer('POST /invitations/accept', { status: 204 });
  renderParcel(AuthScreen, 'invitation');
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  await waitFor(() => expect(portal.calls.at(-1)?.body).toEqual({ token }));
});

it('says why an invitation cannot be opened', async () => {
  portal.answer('POST /invitations/open', {
    status: 404,
    body: { code: 'invitation-ended', message: 'It has ended.' },
  });
  renderParcel(AuthScreen, 'invitation');
  expect(await screen.findByRole('alert')).toHaveTextContent('It has ended.');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/signin');
});

it('opens an invitation again after a failure', async () => {
  portal.answer('POST /invitations/open', 'unreachable');
  renderParcel(AuthScreen, 'invitation');
  const again = await screen.findByRole('button', { name: 'Try again' });
  portal.answer('POST /invitations/open', { body: opened });
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
});
