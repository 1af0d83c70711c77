import { hasUnsavedChanges, setLocale } from '@portico/shared';
import { type ApiAnswer, fill, toastTexts } from '@portico/shared/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();
let user: UserEvent;

beforeEach(async () => {
  await portal.reset();
  user = userEvent.setup();
  portal.answer('GET /auth/confirmation', { body: { confirmed_until: null, methods: ['password'] } });
  await openSection(portal, '#update-password');
  await screen.findByLabelText('New password');
});

const current = () => screen.getByLabelText('Current password');
const next = () => screen.getByLabelText('New password');
const save = () => screen.getByRole('button', { name: 'Save' });
const rules = () => within(screen.getByRole('list', { name: 'The new password' })).getAllByRole('listitem');
const saves = () => portal.calls.filter(({ route }) => route === 'PUT /auth/password');

async function send(currentPassword: string, newPassword: string): Promise<void> {
  if (currentPassword) await fill(user, current(), currentPassword);
  if (newPassword) await fill(user, next(), newPassword);
  await user.click(save());
}

it('has the attributes that password managers need, and can show what was typed', async () => {
  const email = document.querySelector('input[autocomplete=username]');
  expect(email).toHaveValue('ana@portico.test');
  expect(email).not.toBeVisible();
  expect(current()).toHaveAttribute('autocomplete', 'current-password');
  expect(next()).toHaveAttribute('autocomplete', 'new-password');
  for (const button of screen.getAllByRole('button', { name: 'Show password' })) await user.click(button);
  expect([current(), next()].map((field) => field.getAttribute('type'))).toEqual(['text', 'text']);
});

it('shows the rules immediately, and ticks them while the user types', async () => {
  expect(next()).toHaveAccessibleDescription(/^10 to 128 characters \(not yet met\) .*Not your e-mail/);
  await user.type(next(), '1234567890');
  expect(rules().map((rule) => rule.dataset.met)).toEqual(['true', 'false', 'true']);
});

it('changes the password, clears the form, and says that the other sessions ended', async () => {
  let release: (answer: ApiAnswer) => void = () => undefined;
  portal.answer('PUT /auth/password', new Promise((resolve) => (release = resolve)));
  await send('portico-demo', 'correct horse');
  expect(hasUnsavedChanges()).toBe(true);
  expect(save()).toHaveAttribute('aria-busy', 'true');
  await user.type(current(), '{Enter}');
  release({ status: 204 });
  await waitFor(() =>
    expect(toastTexts()).toEqual(['success: Your password was changed, and your other sessions ended.']),
  );
  expect(saves()).toMatchObject([{ body: { current_password: 'portico-demo', new_password: 'correct horse' } }]);
  expect([current(), next()].map((field) => field.getAttribute('value'))).toEqual(['', '']);
  expect(hasUnsavedChanges()).toBe(false);
});

it('asks for the current password, and clears the form on Cancel', async () => {
  await send('', 'correct horse');
  expect(current()).toHaveAccessibleDescription('Enter your password.');
  expect(current()).toHaveFocus();
  expect(saves()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(current()).not.toHaveAttribute('aria-invalid');
  expect(next()).toHaveValue('');
  expect(hasUnsavedChanges()).toBe(false);
  expect(save()).toHaveAccessibleDescription('No changes to save.');
});

it.each([
  ['', 'Enter a new password.'],
  ['short', 'Use 10 characters or more.'],
  ['1234567890', 'This password is a common one. Choose another.'],
  ['ana@portico.test', 'Your e-mail cannot be your password.'],
])('says what is wrong with the new password "%s"', async (password, text) => {
  await send('portico-demo', password);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(next()).toHaveFocus();
  expect(saves()).toEqual([]);
});

it('shows beside the current password that it is wrong, in the language of the page', async () => {
  portal.answer('PUT /auth/password', { status: 403, body: { code: 'wrong-password', message: 'Nope' } });
  await send('portico-dmeo', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not your current password.');
  expect(current()).toHaveFocus();
  await act(() => setLocale('pt'));
  expect(screen.getByLabelText('Senha atual')).toHaveAccessibleDescription('Esta não é a sua senha atual.');
  expect(screen.getByLabelText('Nova senha')).toHaveValue('correct horse');
});

it('shows beside the new password why the server refused it', async () => {
  const body = { code: 'password-too-common', message: 'This password is too common.' };
  portal.answer('PUT /auth/password', { status: 400, body });
  await send('portico-demo', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent('This password is too common.');
  expect(next()).toHaveFocus();
});

it.each<[ApiAnswer, string]>([
  ['unreachable', 'The portal cannot be reached.'],
  [{ status: 400, body: { code: 'odd', message: '' } }, 'The password could not be changed. Try again.'],
])('keeps what was typed after another failure: %j', async (answer, text) => {
  portal.answer('PUT /auth/password', answer);
  await send('portico-demo', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(current()).toHaveValue('portico-demo');
  expect(next()).toHaveValue('correct horse');
});

it('counts down after too many attempts, and then continues', async () => {
  portal.answer('PUT /auth/password', {
    status: 429,
    headers: { 'retry-after': '1' },
    body: { code: 'too-many-tries', message: '' },
  });
  await send('portico-demo', 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries. Wait 1 s.');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(save()).toHaveAccessibleDescription('Too many tries. Wait 1 s.');
  await user.click(save());
  expect(await screen.findByText('You can try again now.')).toBeVisible();
  expect(save()).not.toHaveAttribute('aria-disabled');
  expect(saves()).toHaveLength(1);
});

it('sets the first password of a user, after a proof by a mailed code', async () => {
  cleanup();
  portal.answer('GET /auth/confirmation', { body: { confirmed_until: null, methods: ['mailed-code'] } });
  await openSection(portal, '#update-password');
  expect(await screen.findByText(/^Your account has no password\./)).toBeVisible();
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  let isProved = false;
  const needed = { status: 403, body: { code: 'confirmation-needed', message: 'Confirm.' } };
  portal.answer('PUT /auth/password', () => (isProved ? { status: 204 } : needed));
  portal.answer('POST /auth/confirmation/code', { status: 202, body: {} });
  portal.answer('POST /auth/confirmation', () => {
    isProved = true;
    return { status: 204 };
  });
  await fill(user, next(), 'correct horse');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Send me a code by e-mail' }));
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');
  await waitFor(() => expect(toastTexts()).toHaveLength(1));
  expect(saves().at(-1)).toMatchObject({ body: { new_password: 'correct horse' } });
});
