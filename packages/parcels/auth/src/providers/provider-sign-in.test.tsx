import type { FormProviders } from '@portico/contract';
import { readPage, setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';
import { prefetchForms } from '../lazy-form';
import { setSignInStart, startRefused } from '../sign-in-start';

const portal = testPortal();
const acme = { id: 'acme-id', name: 'Acme ID', domains: ['acme.example'] };
const partners = { id: 'partners', name: 'Partners', domains: [] };

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  await prefetchForms();
  setSignInStart({ email: '' });
  portal.visit('/signin?link=%2Fsmsa%2Ftickets');
});

function open(list: FormProviders['list'] = [acme, partners], passwordsOff = false): void {
  Object.assign(readPage().state, { providers: { list, passwordsOff } });
  renderParcel(AuthScreen, 'signin');
}

const email = () => screen.getByRole('textbox', { name: 'E-mail' });
const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const password = () => screen.getByLabelText('Password');

it('asks for the e-mail first, and has a button for a provider without domains, with the link', () => {
  open();
  expect(email()).toHaveFocus();
  expect(email()).toHaveAttribute('autocomplete', 'username webauthn');
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Continue with Partners', '/api/sign-in/partners?link=%2Fsmsa%2Ftickets'],
  ]);
});

it.each([
  ['', 'Enter your e-mail.'],
  ['ana', 'This does not look like an e-mail address.'],
  ['josé@acme.example', 'This does not look like an e-mail address.'],
])('says beside the e-mail %j what is wrong, and keeps the step', async (typed, text) => {
  open();
  if (typed) await userEvent.type(email(), typed);
  await next();
  expect(email()).toHaveAccessibleDescription(text);
  expect(email()).toHaveFocus();
});

it('asks for the password of any other domain, without a call, says whose it is, and signs in', async () => {
  open();
  await userEvent.type(email(), ' Ana@Other.example{Enter}');
  expect(portal.calls).toEqual([]);
  expect(password()).toHaveFocus();
  expect(password()).toHaveAccessibleDescription('E-mail ana@other.example');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
  const user = document.querySelector('input[name="email"]');
  expect(user).toHaveAttribute('autocomplete', 'username');
  expect(user).toHaveValue('ana@other.example');
  portal.answer('POST /auth', { status: 401, body: { code: 'wrong-credentials', message: '' } });
  await userEvent.type(password(), 'wrong{Enter}');
  expect(await screen.findByText('The e-mail and password do not match.')).toBeVisible();
  expect(portal.calls.map(({ body }) => body)).toEqual([{ email: 'ana@other.example', password: 'wrong' }]);
});

it('goes back to the e-mail, which is kept and has the focus', async () => {
  open();
  await userEvent.type(email(), 'ana@other.example{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(email()).toHaveValue('ana@other.example');
  expect(email()).toHaveFocus();
});

it.each([
  ['wrong-credentials', 'The e-mail and password do not match.'],
  ['password-missing', 'Enter your password.'],
] as const)('starts with the password after the page host refused it: %s', (reason, text) => {
  setSignInStart(startRefused({ reason, email: 'ana@other.example', wait: 0 }));
  open();
  expect(password()).toHaveAccessibleDescription(`${text} E-mail ana@other.example`);
});

it.each([
  ['email-malformed', 'ana'],
  ['email-step', 'ana@other.example'],
  ['other-page', ''],
] as const)('starts with the e-mail after %s', (reason, typed) => {
  setSignInStart(startRefused({ reason, email: typed, wait: 0 }));
  open();
  expect(email()).toHaveValue(typed);
});

it('says in the first step why the user is here', () => {
  setSignInStart({ email: '', isRecovered: true });
  open();
  expect(screen.getByText('Your password was changed. Sign in with it.')).toBeVisible();
});

it.each([
  [[acme], ['Continue with Acme ID']],
  [
    [acme, partners],
    ['Continue with Acme ID', 'Continue with Partners'],
  ],
])('has only buttons where passwords are switched off', (list, names) => {
  setSignInStart(startRefused({ reason: 'passwords-off', email: '', wait: 0 }));
  open(list, true);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords are switched off here.');
});

it('has its texts in both languages', async () => {
  await setLocale('pt');
  open();
  expect(screen.getByRole('link', { name: 'Continuar com Partners' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeVisible();
});
