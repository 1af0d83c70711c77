import { setLocale } from '@portico/shared';
import { passkeyCreation, passkeyRequest, supportPasskeys, toastTexts } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();
let browser: ReturnType<typeof supportPasskeys>;
const added = new Date(Date.now() - 5 * 60_000).toISOString();
const phone = {
  id: 'phone',
  name: 'Phone',
  host: 'localhost',
  created_at: added,
  last_used_at: added,
  is_blocked: false,
};
const copied = { ...phone, id: 'copied', name: 'Key', host: 'other.example', last_used_at: null, is_blocked: true };

const confirmationNeeded = { status: 403, body: { code: 'confirmation-needed', message: 'Confirm this step first.' } };

beforeEach(async () => {
  await portal.reset();
  browser = supportPasskeys();
  portal.answer('GET /auth/sessions', { body: [] });
  portal.answer('GET /auth/factor', { body: { since: null, recovery_codes_left: 0, is_required: false } });
  portal.answer('GET /auth/devices', { body: [] });
  portal.answer('POST /auth/passkeys/options', { body: passkeyCreation });
  portal.answer('POST /auth/passkeys', { status: 201, body: phone });
  portal.answer('POST /auth/passkey/options', { body: passkeyRequest });
});

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const routes = () => portal.calls.map(({ route }) => route);

/** Needs a proof once. */
function needProof(route: string, methods: readonly string[]): void {
  let isConfirmed = false;
  portal.answer(route, () => (isConfirmed ? { status: 204 } : confirmationNeeded));
  portal.answer('GET /auth/confirmation', { body: { confirmed_until: null, methods } });
  portal.answer('POST /auth/confirmation', ({ body }) => {
    isConfirmed = !JSON.stringify(body).includes('wrong');
    return isConfirmed ? { status: 204 } : { status: 403, body: { code: 'wrong-password', message: '' } };
  });
}

it('lists the passkeys, and says where one works, and that one is blocked', async () => {
  await openSection(portal, '#security', { passkeys: [phone, copied] });
  const row = (await screen.findByText('Phone')).closest('li');
  expect(row).toHaveTextContent(/^PhoneAdded \d\d-\d\d-\d{4} \d\d:\d\dLast used 5 minutes ago/);
  expect(screen.getByText('Key').closest('li')).toHaveTextContent(/^KeyFor other\.example.*Not used yetBlocked/);
  expect(screen.getByText(/works at this address only: localhost/)).toBeVisible();
  await act(() => setLocale('pt'));
  expect(screen.getByRole('heading', { name: 'Chaves de acesso' })).toBeVisible();
});

it('adds a passkey', async () => {
  await openSection(portal, '#security');
  expect(await screen.findByText('You have no passkey here yet.')).toBeVisible();
  portal.answer('GET /auth/passkeys', { body: [phone] });
  await click('Add a passkey');
  expect(await screen.findByText('Phone')).toBeVisible();
  await waitFor(() => expect(toastTexts()).toEqual(['success: The passkey was added. You can sign in with it.']));
  expect(browser.requests).toEqual(['create']);
});

it.each([
  ['NotAllowedError', 'No passkey was made. Try again when you are ready.'],
  ['InvalidStateError', 'This device has a passkey of yours already.'],
  ['SecurityError', 'This browser cannot make passkeys here.'],
] as const)('says calmly that the browser made none: %s', async (name, text) => {
  browser.answer(name);
  await openSection(portal, '#security');
  await click('Add a passkey');
  expect((await screen.findByText(text)).parentElement).toHaveAttribute('role', 'status');
  expect(routes()).not.toContain('POST /auth/passkeys');
});

it('says why the server refuses a passkey', async () => {
  portal.answer('POST /auth/passkeys', { status: 409, body: { code: 'passkeys-full', message: 'You have 20.' } });
  await openSection(portal, '#security');
  await click('Add a passkey');
  expect(await screen.findByRole('alert')).toHaveTextContent('You have 20.');
});

it('offers nothing to a browser without passkeys', async () => {
  browser.remove();
  await openSection(portal, '#security');
  expect(await screen.findByText('This browser cannot make passkeys here.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
});

it('renames a passkey', async () => {
  portal.answer('PATCH /auth/passkeys/phone', { status: 204 });
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Rename Phone');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await userEvent.clear(name);
  await click('Save');
  expect(name).toHaveAccessibleDescription('Enter a name.');
  await userEvent.type(name, 'Tablet');
  await click('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(portal.calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ name: 'Tablet' });
});

it('removes a passkey after a proof at a provider in a new tab', async () => {
  needProof('DELETE /auth/passkeys/phone', []);
  const address = '/api/sign-in/acme?confirm=1';
  const state = { methods: ['provider', 'mailed-code'], providers: [{ name: 'Acme ID', address }] };
  portal.answer('GET /auth/confirmation', { body: { ...state, confirmed_until: null } });
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Remove Phone');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  const link = await screen.findByRole('link', { name: 'Confirm at Acme ID (opens in a new tab)' });
  expect(link).toHaveAttribute('href', address);
  expect(link).toHaveAttribute('target', '_blank');
  await userEvent.click(link);
  expect(screen.getByText(/^Sign in in the new tab, then come back here/)).toBeVisible();
  portal.answer('DELETE /auth/passkeys/phone', { status: 204 });
  portal.answer('GET /auth/passkeys', { body: [] });
  portal.answer('GET /auth/confirmation', { body: { ...state, confirmed_until: new Date().toISOString() } });
  expect(await screen.findByText('You have no passkey here yet.', undefined, { timeout: 5000 })).toBeVisible();
  expect(routes()).not.toContain('POST /auth/confirmation');
});

it('removes a passkey after a proof by the password', async () => {
  needProof('DELETE /auth/passkeys/phone', ['password']);
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Remove Phone');
  const question = screen.getByRole('dialog', { name: 'Remove “Phone”?' });
  portal.answer('GET /auth/passkeys', { body: [] });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  const field = await screen.findByLabelText('Current password');
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  await userEvent.type(field, 'wrong{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('This is not your current password.'));
  await userEvent.clear(field);
  await userEvent.type(field, 'portico-demo{Enter}');
  expect(await screen.findByText('You have no passkey here yet.')).toBeVisible();
  expect(routes().filter((route) => route === 'DELETE /auth/passkeys/phone')).toHaveLength(2);
  // The button that had the focus is gone.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus());
});

it('removes nothing if the user gives no proof', async () => {
  needProof('DELETE /auth/passkeys/phone', ['password']);
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Remove Phone');
  const question = screen.getByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  const proof = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await userEvent.click(await within(proof).findByRole('button', { name: 'Cancel' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('Confirm this step first.');
});

it('takes a passkey as proof, and says that none was used', async () => {
  needProof('DELETE /auth/passkeys/phone', ['password', 'passkey']);
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Remove Phone');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  browser.answer('NotAllowedError');
  await click('Use a passkey');
  expect(await screen.findByText('No passkey was used. Try again.')).toBeVisible();
  browser.answer('passkey');
  await click('Use a passkey');
  await waitFor(() => expect(toastTexts()).toContain('success: The passkey was removed.'));
  expect(portal.calls.find(({ route }) => route === 'POST /auth/confirmation')?.body).toMatchObject({
    passkey: { state: 'a-state' },
  });
});

it('mails a code to a user without a password', async () => {
  needProof('DELETE /auth/passkeys/phone', ['mailed-code']);
  portal.answer('POST /auth/confirmation/code', { status: 202, body: {} });
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Remove Phone');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await click('Send me a code by e-mail');
  const code = await screen.findByRole('textbox', { name: 'Code' });
  expect(code).toHaveAccessibleDescription('A code was sent to ana@portico.test. It is valid for 10 minutes.');
  await userEvent.type(code, '123456{Enter}');
  await waitFor(() => expect(toastTexts()).toContain('success: The passkey was removed.'));
  expect(portal.calls.find(({ route }) => route === 'POST /auth/confirmation')?.body).toEqual({
    mailed_code: '123456',
  });
});

it('mails another code after a minute, and then says nothing of a passkey that was not used', async () => {
  needProof('DELETE /auth/passkeys/phone', ['passkey', 'mailed-code']);
  portal.answer('POST /auth/confirmation/code', { status: 202, body: {} });
  await openSection(portal, '#security', { passkeys: [phone] });
  await click('Remove Phone');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  browser.answer('NotAllowedError');
  await click('Use a passkey');
  expect(await screen.findByText('No passkey was used. Try again.')).toBeVisible();
  await click('Send me a code by e-mail');
  expect(await screen.findByText(/^Send again in (1 min|59 s)$/)).toBeVisible();
  expect(screen.queryByText('No passkey was used. Try again.')).not.toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '123{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('Enter the six digits of the code.');
  const later = Date.now() + 60_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  await click('Send again');
  clock.mockRestore();
  expect(await screen.findByText(/^A new code was sent to ana@portico.test/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(routes().filter((route) => route === 'POST /auth/confirmation/code')).toHaveLength(2);
});
