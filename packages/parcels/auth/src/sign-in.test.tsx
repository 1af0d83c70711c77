import { setLocale, signOut } from '@portico/shared';
import { fill, renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from './auth-screen';
import { setSignInStart, startRefused } from './sign-in-start';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/signin');
});

const email = () => screen.getByRole('textbox', { name: 'E-mail' });
const password = () => screen.getByLabelText('Password');
const login = () => screen.getByRole('button', { name: 'Login' });

async function submit(typedEmail: string, typedPassword: string): Promise<void> {
  const user = userEvent.setup();
  await fill(user, email(), typedEmail);
  await fill(user, password(), typedPassword);
  await user.click(login());
}

it('shows beside each field that it is missing, focuses the first, and sends nothing', async () => {
  renderParcel(AuthScreen, 'signin');
  await userEvent.click(login());
  expect(email()).toHaveAccessibleDescription('Enter your e-mail.');
  expect(email()).toBeInvalid();
  expect(email()).toHaveFocus();
  expect(password()).toHaveAccessibleDescription('Enter your password.');
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(portal.calls).toEqual([]);
});

it('focuses the password if only the password is missing', async () => {
  renderParcel(AuthScreen, 'signin');
  await userEvent.type(email(), 'ana@portico.test{Enter}');
  expect(email()).toBeValid();
  expect(password()).toHaveFocus();
});

it('shows that an e-mail is invalid until it is changed', async () => {
  renderParcel(AuthScreen, 'signin');
  await submit('ana', 'portico-demo');
  expect(email()).toHaveAccessibleDescription('This does not look like an e-mail address.');
  await userEvent.type(email(), '@portico.test');
  expect(email()).toBeValid();
  expect(portal.calls).toEqual([]);
});

it('says beside the e-mail that the server refuses it', async () => {
  const message = 'The data sent is not valid: email.';
  portal.answer('POST /auth', { status: 400, body: { code: 'invalid-request', message } });
  renderParcel(AuthScreen, 'signin');
  await submit('josé@portico.test', 'portico-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent('This does not look like an e-mail address.');
  expect(email()).toHaveAccessibleDescription('This does not look like an e-mail address.');
  expect(email()).toHaveFocus();
});

it.each([
  ['en', 'The e-mail and password do not match.'],
  ['pt', 'O e-mail e a senha não conferem.'],
] as const)('says beside the password that the credentials are wrong, in %s', async (locale, text) => {
  portal.answer('POST /auth', { status: 401, body: { code: 'wrong-credentials', message: 'Nope' } });
  renderParcel(AuthScreen, 'signin');
  await submit('Ana@portico.test ', 'portico-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent('The e-mail and password do not match.');
  await userEvent.click(screen.getByRole('button', { name: locale === 'pt' ? 'Português' : 'English' }));
  expect(await screen.findByText(text)).toBeVisible();
  const field = screen.getByLabelText(locale === 'pt' ? 'Senha' : 'Password');
  expect(field).toHaveAccessibleDescription(text);
  expect(field).toHaveValue('portico-demo');
  expect(portal.calls).toMatchObject([{ route: 'POST /auth', body: { email: 'Ana@portico.test' }, language: 'en' }]);
});

it('removes the error when the e-mail is changed', async () => {
  portal.answer('POST /auth', { status: 401, body: { code: 'wrong-credentials', message: '' } });
  renderParcel(AuthScreen, 'signin');
  await submit('ana@portico.test', 'portico-demo');
  await screen.findByRole('alert');
  expect(password()).toHaveFocus();
  await userEvent.type(email(), '.br');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each([
  ['no answer', 'unreachable', 'The portal cannot be reached.'],
  ['a failing server', { status: 503 }, 'The sign-in did not work. Try again.'],
] as const)('shows %s differently from a refusal, and keeps what was typed', async (_case, answer, text) => {
  portal.answer('POST /auth', answer);
  renderParcel(AuthScreen, 'signin');
  await submit('ana@portico.test', 'portico-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(email()).toHaveValue('ana@portico.test');
  expect(password()).toHaveValue('portico-demo');
  expect(password()).toBeValid();
});

it('shows the message of the API for any other refusal', async () => {
  portal.answer('POST /auth', { status: 429, body: { code: 'too-many', message: 'Wait a minute.' } });
  renderParcel(AuthScreen, 'signin');
  await submit('ana@portico.test', 'portico-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait a minute.');
});

it.each([
  ['en', 'Login', /^Too many tries\. Wait [21] s\.$/, 'You can try again now.'],
  ['pt', 'Entrar', /^Muitas tentativas\. Aguarde [21] s\.$/, 'Você já pode tentar novamente.'],
] as const)('counts down after too many attempts, and goes on, in %s', async (locale, name, text, over) => {
  await setLocale(locale);
  portal.answer('POST /auth', {
    status: 429,
    headers: { 'retry-after': '2' },
    body: { code: 'too-many-tries', message: '' },
  });
  renderParcel(AuthScreen, 'signin');
  const user = userEvent.setup();
  await user.type(email(), 'ana@portico.test');
  await user.type(screen.getByLabelText(locale === 'pt' ? 'Senha' : 'Password'), 'portico-demo{Enter}');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(text);
  const button = screen.getByRole('button', { name });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(text);
  button.focus();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(over, {}, { timeout: 4_000 })).toBeVisible();
  expect(button).not.toHaveAttribute('aria-disabled');
  expect(portal.calls).toHaveLength(1);
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(portal.calls).toHaveLength(2);
});

it.each([
  ['en', 'Login', 'The portal is busy right now. Try again in a moment.', /Wait [21] s\.$/],
  ['pt', 'Entrar', 'Há muitos pedidos neste momento. Tente de novo em instantes.', /Aguarde [21] s\.$/],
] as const)('says that the server has too much work, and for how long, in %s', async (locale, name, message, wait) => {
  await setLocale(locale);
  portal.answer('POST /auth', { status: 503, headers: { 'retry-after': '2' }, body: { code: 'busy', message } });
  renderParcel(AuthScreen, 'signin');
  const user = userEvent.setup();
  await user.type(email(), 'ana@portico.test');
  await user.type(screen.getByLabelText(locale === 'pt' ? 'Senha' : 'Password'), 'portico-demo{Enter}');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(message);
  expect(notice).toHaveTextContent(wait);
  expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
});

it.each([
  ['busy', 'en', 'Too many people are signing in right now. Wait 1 s.', 'You can try again now.'],
  ['busy', 'pt', 'Há muita gente entrando agora. Aguarde 1 s.', 'Você já pode tentar novamente.'],
  ['too-many-tries', 'en', 'Too many tries. Wait 1 s.', 'You can try again now.'],
] as const)('counts down when the page host refused: %s, in %s', async (reason, locale, text, over) => {
  await setLocale(locale);
  setSignInStart(startRefused({ reason, email: 'ana@portico.test', wait: 1 }));
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('button', { name: /^(Login|Entrar)$/ })).toHaveAttribute('aria-disabled', 'true');
  expect(await screen.findByText(over)).toBeVisible();
});

it('is busy until the server answers, and sends the form once', async () => {
  let release: (answer: { status: number }) => void = () => undefined;
  portal.answer('POST /auth', new Promise((resolve) => (release = resolve)));
  renderParcel(AuthScreen, 'signin');
  await submit('ana@portico.test', 'portico-demo');
  expect(login()).toHaveAttribute('aria-busy', 'true');
  expect(login()).toHaveFocus();
  await userEvent.click(login());
  await userEvent.type(password(), '{Enter}');
  release({ status: 400 });
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in did not work.');
  expect(login()).not.toHaveAttribute('aria-busy');
  expect(portal.calls).toHaveLength(1);
});

it('explains to users without applications why they cannot sign in', async () => {
  portal.answer('POST /auth', { body: { access_token: 'token' } });
  portal.answer('GET /users/me', { body: { email: 'carla@portico.test' } });
  portal.answer('GET /tenants/smsa/apps', { body: [] });
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  renderParcel(AuthScreen, 'signin');
  await submit('carla@portico.test', 'portico-demo');
  expect(await screen.findByRole('status')).toHaveTextContent('No applications for you here.');
  expect(login()).not.toHaveAttribute('aria-busy');
});

it('says why the session is over until the form is sent', async () => {
  await portal.signIn({ email: 'carla@portico.test', name: '' }, []);
  portal.answer('POST /auth', 'unreachable');
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('status')).toHaveTextContent('No applications for you here.');
  await submit('carla@portico.test', 'portico-demo');
  await screen.findByRole('alert');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it.each([
  ['session-ended', 'en', 'Your session ended. Sign in again to continue.'],
  ['session-ended', 'pt', 'A sua sessão terminou. Entre novamente para continuar.'],
  ['account-refused', 'en', 'Your account could not be opened. Ask your administrator.'],
] as const)('shows the reason %s in %s', async (reason, locale, text) => {
  await setLocale(locale);
  await signOut(reason);
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('status')).toHaveTextContent(text);
});

it('stays busy after a success until the route changes', async () => {
  renderParcel(AuthScreen, 'signin');
  portal.answer('POST /auth', { body: { access_token: 'token' } });
  portal.answer('GET /users/me', { body: { email: 'ana@portico.test' } });
  portal.answer('GET /tenants/smsa/apps', { body: [{ name: 'SMSA', module: 'smsa' }] });
  await submit('ana@portico.test', 'portico-demo');
  await screen.findByRole('button', { name: 'Login', busy: true });
  expect(location.pathname).toBe('/signin');
});

it('changes the language immediately and keeps what was typed', async () => {
  renderParcel(AuthScreen, 'signin');
  await userEvent.type(email(), 'ana@portico.test');
  await userEvent.type(password(), 'secret');
  expect(screen.getByRole('button', { name: 'English', pressed: true })).toHaveAttribute('lang', 'en');
  await userEvent.click(screen.getByRole('button', { name: 'Português', pressed: false }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@portico.test');
  expect(screen.getByLabelText('Senha')).toHaveValue('secret');
  expect(screen.getByRole('button', { name: 'Português' })).toHaveAttribute('aria-pressed', 'true');
});

it('shows and hides the password', async () => {
  renderParcel(AuthScreen, 'signin');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password()).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password()).toHaveAttribute('type', 'password');
});

it('starts with what the page host refused, until the user types', async () => {
  setSignInStart(startRefused({ reason: 'wrong-credentials', email: 'ana@portico.test', wait: 0 }));
  const { unmount } = renderParcel(AuthScreen, 'signin');
  expect(email()).toHaveValue('ana@portico.test');
  expect(password()).toHaveAccessibleDescription('The e-mail and password do not match.');
  await userEvent.type(email(), '.br');
  expect(password()).not.toHaveAttribute('aria-invalid');
  unmount();
  renderParcel(AuthScreen, 'signin');
  expect(email()).toHaveValue('');
});

it('leads by Tab from the e-mail to the password and to the button, with everything else after them', async () => {
  renderParcel(AuthScreen, 'signin');
  expect(email()).toHaveFocus();
  const order = [password(), login(), screen.getByRole('button', { name: 'Show password' })];
  for (const next of [...order, screen.getByRole('link', { name: 'Forgot your password?' })]) {
    await userEvent.tab();
    expect(next).toHaveFocus();
  }
});

it('keeps the e-mail on the way to the recovery, and back', async () => {
  const { rerender } = renderParcel(AuthScreen, 'signin');
  await userEvent.type(email(), 'ana@portico');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  rerender(<AuthScreen screen="recover" onCrash={() => {}} />);
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible();
  expect(email()).toHaveValue('ana@portico');
  expect(email()).toHaveFocus();
  await userEvent.type(email(), '.test');
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  rerender(<AuthScreen screen="signin" onCrash={() => {}} />);
  expect(email()).toHaveValue('ana@portico.test');
  expect(password()).toHaveFocus();
});

it('keeps the return link in the link to the recovery', () => {
  portal.visit('/signin?link=%2Fsmsa%2Ftickets%3Fpage%3D2');
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/recover?link=%2Fsmsa%2Ftickets%3Fpage%3D2',
  );
});
