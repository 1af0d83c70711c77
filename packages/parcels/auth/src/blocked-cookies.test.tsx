import { setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from './auth-screen';
import { setSignInStart, startRefused } from './sign-in-start';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
});
afterEach(() => jest.restoreAllMocks());

it.each(['signin', 'recover', 'settings'])('the screen %s says that the portal needs cookies', async (name) => {
  jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  renderParcel(AuthScreen, name);
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal needs cookies');
  expect(screen.getByRole('link', { name: /^How to allow cookies/ })).toBeVisible();
});

it('shows after a refusal of the page host that the browser sent no cookies, until the next attempt', async () => {
  setSignInStart(startRefused({ reason: 'cookies-needed', email: 'ana@portico.test', wait: 0 }));
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('alert')).toHaveTextContent('The portal needs cookies');
  portal.answer('POST /auth', { status: 401, body: { code: 'wrong-credentials', message: '' } });
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('The e-mail and password do not match.')).toBeVisible();
  expect(screen.queryByText(/needs cookies/)).not.toBeInTheDocument();
});
