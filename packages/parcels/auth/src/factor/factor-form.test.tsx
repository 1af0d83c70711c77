import { sessionAtom, setLocale, store } from '@portico/shared';
import { fill, renderParcel, testPortal } from '@portico/shared/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';
import { setSignInStart, startRefused } from '../sign-in-start';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/signin');
  setSignInStart({ email: '' });
  portal.answer('GET /users/me', { body: { email: 'ana@portico.test', name: 'Ana', phone: '' } });
  portal.answer('GET /tenants/smsa/apps', { body: [{ name: 'SMSA', module: 'smsa', description: '' }] });
});

/** Sends e-mail and password, which are right. */
async function enter(code = 'second-factor-needed') {
  portal.answer('POST /auth', { status: 401, body: { code, message: 'More is needed.' } });
  renderParcel(AuthScreen, 'signin');
  const user = userEvent.setup();
  await fill(user, screen.getByRole('textbox', { name: 'E-mail' }), 'ana@portico.test');
  await fill(user, screen.getByLabelText('Password'), 'portico-demo');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  return user;
}

const answers = () => portal.calls.filter(({ route }) => route === 'POST /auth/factor').map(({ body }) => body);
const login = () => screen.getByRole('button', { name: 'Login' });

it('asks for the code after the password, and signs in with it, as it was pasted', async () => {
  const user = await enter();
  const code = await screen.findByRole('textbox', { name: 'Code' });
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  portal.answer('POST /auth/factor', { body: { access_token: 'token' } });
  await user.paste('123 456');
  await user.click(screen.getByRole('checkbox', { name: /30 days/ }));
  await user.click(login());
  await waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-in'));
  expect(answers()).toEqual([{ code: '123 456', trust: true }]);
  cleanup();
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
});

it('says in the active language that a code is missing, wrong or too much, and that the sign-in has expired', async () => {
  const user = await enter();
  const code = await screen.findByRole('textbox', { name: 'Code' });
  await user.click(login());
  expect(code).toHaveAccessibleDescription('Enter the six digits of the code.');
  await act(() => setLocale('pt'));
  expect(screen.getByRole('heading', { name: 'Informe o código' })).toBeVisible();
  expect(code).toHaveAccessibleDescription('Informe os seis dígitos do código.');
  await act(() => setLocale('en'));
  const refuse = async (status: number, reason: string, headers = {}) => {
    portal.answer('POST /auth/factor', { status, body: { code: reason, message: 'No.' }, headers });
    await user.clear(code);
    await user.type(code, '123456{Enter}');
  };
  await refuse(401, 'second-factor-wrong');
  expect(await screen.findByText(/^This code is wrong/)).toBeVisible();
  await refuse(401, 'second-factor-expired');
  expect(await screen.findByText(/^The sign-in took too long/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Login' }));
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ana@portico.test');
});

it('takes a recovery code instead', async () => {
  const user = await enter();
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  const code = screen.getByRole('textbox', { name: 'Recovery code' });
  await user.type(code, '123456{Enter}');
  expect(code).toHaveAccessibleDescription('Enter a recovery code.');
  portal.answer('POST /auth/factor', { body: { access_token: 'token' } });
  await user.clear(code);
  await user.type(code, 'abcdef-abcdef-abcdef-abcdef{Enter}');
  await waitFor(() => expect(answers()).toEqual([{ code: 'abcdef-abcdef-abcdef-abcdef', trust: false }]));
});

it.each([
  ['second-factor-needed', 'Enter your code'],
  ['second-factor-wrong', 'Enter your code'],
  ['second-factor-locked', 'Enter your code'],
  ['second-factor-expired', 'Enter your code'],
] as const)('starts with the step after the answer %s of the page host', async (reason, title) => {
  setSignInStart(startRefused({ reason, email: 'ana@portico.test', wait: reason === 'second-factor-locked' ? 30 : 0 }));
  renderParcel(AuthScreen, 'signin');
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  if (reason === 'second-factor-locked')
    expect(screen.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-disabled', 'true');
});

it('sets up the factor that a tenant requires, once in both languages, and shows the recovery codes', async () => {
  const url = 'otpauth://totp/SMSA:ana?secret=ABCDEFGH';
  portal.answer('POST /auth/factor/setup', { body: { secret: 'ABCDEFGH', url, setup: 'a-setup' } });
  const user = await enter('second-factor-setup-needed');
  expect(await screen.findByRole('img', { name: /QR/ })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/svg/),
  );
  expect(screen.getByText('ABCD EFGH')).toBeVisible();
  await act(() => setLocale('pt'));
  expect(screen.getByText('Ou digite esta chave no aplicativo:')).toBeVisible();
  await act(() => setLocale('en'));
  portal.answer('PUT /auth/factor/setup', { body: { recovery_codes: ['first', 'second'], access_token: 'token' } });
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}');
  expect(await screen.findByText('first')).toBeVisible();
  expect(portal.calls.at(-1)?.body).toEqual({ setup: 'a-setup', code: '123456' });
  expect(portal.calls.filter(({ route }) => route === 'POST /auth/factor/setup')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('first\nsecond');
  const files: Blob[] = [];
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL() {} });
  const follow = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(screen.getByRole('button', { name: 'Download' }));
  follow.mockRestore();
  expect(files.map(({ size, type }) => ({ size, type }))).toEqual([{ size: 13, type: 'text/plain' }]);
});
