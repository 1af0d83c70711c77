import { setLocale } from '@portico/shared';
import { type ApiAnswer, fill, renderParcel, testPortal } from '@portico/shared/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';
import { getSignInStart } from '../sign-in-start';

const portal = testPortal();
let user: UserEvent;

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/recover?link=%2Fprofile');
  portal.answer('POST /auth/recover', { status: 204 });
  user = userEvent.setup();
});
afterEach(() => jest.useRealTimers());

const code = () => screen.getByRole('textbox', { name: 'Code' });
const newPassword = () => screen.getByLabelText('New password');
const save = () => screen.getByRole('button', { name: 'Save' });
const rules = () => within(screen.getByRole('list')).getAllByRole('listitem');
const saves = () => portal.calls.filter(({ route }) => route === 'PUT /auth/recover');

async function openReset(email = 'ana@portico.test'): Promise<void> {
  renderParcel(AuthScreen, 'recover');
  await fill(user, await screen.findByRole('textbox', { name: 'E-mail' }), email);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('heading', { name: 'Check your e-mail' });
}

async function fillIn(typedCode: string, password: string): Promise<void> {
  await fill(user, code(), typedCode);
  await fill(user, newPassword(), password);
  await user.click(save());
}

/** Moves the clock but not the timers, as a sleep does. */
function letPass(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  jest.useFakeTimers({
    now,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

it('has the attributes that password managers and mail clients need', async () => {
  await openReset();
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  expect(email).toHaveValue('ana@portico.test');
  expect(email).toHaveAttribute('readonly');
  expect(email).toHaveAttribute('autocomplete', 'username');
  expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code()).toHaveAttribute('inputmode', 'numeric');
  expect(newPassword()).toHaveAttribute('autocomplete', 'new-password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(newPassword()).toHaveAttribute('type', 'text');
});

it('sets the password with a code pasted with spaces, then opens the sign-in form with the e-mail filled in', async () => {
  portal.answer('PUT /auth/recover', { status: 204 });
  await openReset();
  await user.click(code());
  await user.paste(' 123 456 ');
  await fill(user, newPassword(), 'correct horse');
  await user.click(save());
  await screen.findByRole('button', { name: 'Save', busy: true });
  // The server drops the spaces.
  expect(saves()).toMatchObject([
    { body: { email: 'ana@portico.test', code: ' 123 456 ', password: 'correct horse' }, authorization: undefined },
  ]);
  expect(location.pathname + location.search).toBe('/signin?link=%2Fprofile');

  cleanup();
  portal.visit('/signin?link=%2Fprofile');
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('status')).toHaveTextContent('Your password was changed. Sign in with it.');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ana@portico.test');
  expect(screen.getByLabelText('Password')).toHaveFocus();
  cleanup();
  renderParcel(AuthScreen, 'signin');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('shows the rules immediately, and ticks them while the user types, without an announcement', async () => {
  await openReset();
  expect(rules().map((rule) => rule.textContent)).toEqual([
    '10 to 128 characters(not yet met)',
    'Not a common password(not yet met)',
    'Not your e-mail(not yet met)',
  ]);
  expect(newPassword()).toHaveAccessibleDescription(/^10 to 128 characters \(not yet met\) .*Not your e-mail/);
  await user.type(newPassword(), 'short');
  expect(rules().map((rule) => rule.dataset.met)).toEqual(['false', 'true', 'true']);
  await user.clear(newPassword());
  await user.type(newPassword(), '1234567890');
  expect(rules().map((rule) => rule.dataset.met)).toEqual(['true', 'false', 'true']);
  await user.clear(newPassword());
  await user.type(newPassword(), 'ANA@portico.test');
  expect(rules().map((rule) => rule.dataset.met)).toEqual(['true', 'true', 'false']);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('shows beside each field that it is missing, and sends nothing', async () => {
  await openReset();
  await user.click(save());
  expect(code()).toHaveAccessibleDescription(/^Enter the six digits of the code\./);
  expect(code()).toHaveFocus();
  expect(newPassword()).toHaveAccessibleDescription(/^Enter a new password\./);
  await user.type(code(), '12345');
  expect(code()).toBeValid();
  await user.click(save());
  expect(code()).toBeInvalid();
  expect(saves()).toEqual([]);
});

it.each([
  ['short', 'Use 10 characters or more.'],
  ['x'.repeat(129), 'Use 128 characters or fewer.'],
  ['1234567890', 'This password is a common one. Choose another.'],
  ['Ana@portico.test', 'Your e-mail cannot be your password.'],
])('says what is wrong with the password %s', async (password, text) => {
  await openReset();
  await user.type(code(), '123456');
  await user.click(newPassword());
  await user.paste(password);
  await user.click(save());
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(newPassword()).toHaveAccessibleDescription(new RegExp(`^${text}`));
  expect(newPassword()).toHaveFocus();
  expect(saves()).toEqual([]);
});

it('shows beside the code that it is wrong, in the language of the page', async () => {
  portal.answer('PUT /auth/recover', { status: 400, body: { code: 'code-invalid', message: 'Nope' } });
  await openReset();
  await fillIn('123456', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong or has expired.');
  expect(code()).toBeInvalid();
  expect(code()).toHaveFocus();
  expect(newPassword()).toHaveValue('correct horse');
  await user.click(screen.getByRole('button', { name: 'Português' }));
  expect(
    await screen.findByText('Este código está errado ou venceu. Confira o código ou envie um novo.'),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Código' })).toBeInvalid();
  expect(screen.getByLabelText('Nova senha')).toHaveValue('correct horse');
  expect(screen.getByRole('button', { name: 'Salvar' })).toBeVisible();
  expect(screen.getByText(/^Enviar novamente em (1 min|\d+ s)$/)).toBeVisible();
});

it('shows beside the password why the server refused it', async () => {
  const body = { code: 'password-too-common', message: 'This password is too common.' };
  portal.answer('PUT /auth/recover', { status: 400, body });
  await openReset();
  await fillIn('123456', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent('This password is too common.');
  expect(newPassword()).toHaveFocus();
});

it.each<[ApiAnswer, string]>([
  ['unreachable', 'The portal cannot be reached.'],
  [{ status: 403, body: { code: 'odd', message: '' } }, 'The password could not be changed. Try again.'],
])('keeps everything when saving fails: %j', async (answer, text) => {
  portal.answer('PUT /auth/recover', answer);
  await openReset();
  await fillIn('123456', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect([code(), newPassword()].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, null]);
  expect(code()).toHaveValue('123456');
  expect(save()).not.toHaveAttribute('aria-disabled');
});

it('blocks the button after too many attempts, and says when it is free again', async () => {
  portal.answer('PUT /auth/recover', {
    status: 429,
    headers: { 'retry-after': '30' },
    body: { code: 'too-many-tries', message: '' },
  });
  await openReset();
  await fillIn('123456', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Too many tries\. Wait (30|29) s\.$/);
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(save()).toHaveFocus();
  letPass(30_000);
  expect(await screen.findByText('You can try again now.')).toBeVisible();
  expect(save()).not.toHaveAttribute('aria-disabled');
});

it('offers another code after a minute by the clock', async () => {
  await openReset();
  expect(screen.getByText(/^Send again in (1 min|59 s)$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  letPass(60_000);
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByRole('status')).toHaveTextContent(
    'If ana@portico.test has an account here, a new code is on its way. Use the newest one.',
  );
  expect(code()).toHaveFocus();
  expect(screen.getByText(/^Send again in (1 min|59 s)$/)).toBeVisible();
  expect(portal.calls.filter(({ route }) => route === 'POST /auth/recover')).toHaveLength(2);
});

it('says when another code could not be sent, and offers it again', async () => {
  await openReset();
  portal.answer('POST /auth/recover', 'unreachable');
  letPass(60_000);
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal cannot be reached.');
  expect(screen.getByRole('button', { name: 'Send again' })).toHaveFocus();
});

it('goes back to a mistyped e-mail', async () => {
  await openReset('ana@portico.tset');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  expect(email).toHaveValue('ana@portico.tset');
  expect(email).toHaveFocus();
  expect(email).not.toHaveAttribute('readonly');
});

it('does not navigate if the user has left the form while the password was saved', async () => {
  let answer = (_: ApiAnswer) => {};
  portal.answer('PUT /auth/recover', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  await openReset();
  await fillIn('123456', 'correct horse');
  await waitFor(() => expect(saves()).toHaveLength(1));
  act(() => portal.visit('/orders/public'));
  cleanup();
  answer({ status: 204 });
  await waitFor(() => expect(getSignInStart()).toEqual({ email: 'ana@portico.test', isRecovered: true }));
  expect(location.pathname).toBe('/orders/public');
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('status')).toHaveTextContent('Your password was changed. Sign in with it.');
});
