import { sessionAtom, setLocale, store } from '@portico/shared';
import { passkeyRequest, renderParcel, supportPasskeys, testPortal } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { AuthScreen } from '../auth-screen';

const portal = testPortal();
const browser = supportPasskeys();
const refused = { status: 403, body: { code: 'passkey-refused', message: 'This passkey does not work here.' } };

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/signin');
  browser.answer('passkey');
  portal.answer('POST /auth/passkey/options', { body: passkeyRequest });
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  portal.answer('GET /users/me', { body: { email: 'ana@portico.test', name: 'Ana', phone: '' } });
  portal.answer('GET /tenants/smsa/apps', { body: [{ name: 'SMSA', module: 'smsa', description: '' }] });
});

it('signs in by a passkey from the list of the e-mail field', async () => {
  portal.answer('POST /auth/passkey', { body: { access_token: 'token' } });
  const { unmount } = renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('autocomplete', 'username webauthn');
  await waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-in'));
  unmount();
  expect(portal.calls.find(({ route }) => route === 'POST /auth/passkey')?.body).toMatchObject({ state: 'a-state' });
  expect(browser.requests).toContain('conditional');
});

it('says calmly that a passkey was refused, and offers the others again', async () => {
  let answers = 0;
  portal.answer('POST /auth/passkey', () => {
    answers += 1;
    browser.answer('NotAllowedError');
    return refused;
  });
  const { unmount } = renderParcel(AuthScreen, 'signin');
  expect(await screen.findByRole('alert')).toHaveTextContent('This passkey does not work here.');
  await waitFor(() => expect(browser.requests).toEqual(['conditional']));
  expect(answers).toBe(1);
  expect(screen.getByLabelText('Password')).toBeVisible();
  unmount();
});

it('asks nothing of a browser that offers no passkeys in fields, or of a server that does not answer', async () => {
  portal.answer('POST /auth/passkey/options', 'unreachable');
  const { unmount } = renderParcel(AuthScreen, 'signin');
  await waitFor(() => expect(portal.calls).toHaveLength(1));
  unmount();
  expect(browser.requests).toEqual([]);
  supportPasskeys(false);
  portal.answer('POST /auth/passkey/options', { body: passkeyRequest });
  renderParcel(AuthScreen, 'signin');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(portal.calls).toHaveLength(1);
});
