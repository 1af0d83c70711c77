import { setLocale } from '@portico/shared';
import { type ApiAnswer, toastTexts } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();
const at = new Date(Date.now() - 5 * 60_000).toISOString();
const acme = { id: 'acme', name: 'Acme ID', created_at: at, last_used_at: at, is_current: false };
const needed = { status: 403, body: { code: 'confirmation-needed', message: 'Confirm this step first.' } };

beforeEach(() => portal.reset());

async function open(accounts: ApiAnswer): Promise<void> {
  portal.answer('GET /auth/sessions', { body: [] });
  portal.answer('GET /auth/factor', { body: { since: null, recovery_codes_left: 0, is_required: false } });
  portal.answer('GET /auth/devices', { body: [] });
  await openSection(portal, '#security', { accounts });
  await screen.findByRole('button', { name: 'Set up' });
}

async function ask(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }));
  return screen.getByRole('dialog', { name: `Remove ${name}?` });
}

const confirm = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));

it('lists the accounts, in both languages', async () => {
  const unused = { ...acme, id: 'other', name: 'Other ID', last_used_at: null, is_current: true };
  await open({ body: [acme, unused] });
  const row = (await screen.findByText('Acme ID')).closest('li');
  expect(row).toHaveTextContent(/^Acme IDLinked \d\d-\d\d-\d{4} \d\d:\d\dLast used 5 minutes ago/);
  expect(screen.getByText('Other ID').closest('li')).toHaveTextContent(
    /^Other IDOpened this sessionLinked [-\d: ]+Remove$/,
  );
  await act(() => setLocale('pt'));
  expect(screen.getByRole('heading', { name: 'Provedores de entrada' })).toBeVisible();
});

it('shows nothing to a user without an account', async () => {
  await open({ body: [] });
  await waitFor(() => expect(portal.calls.map(({ route }) => route)).toContain('GET /auth/provider-accounts'));
  expect(screen.queryByRole('heading', { name: 'Sign-in providers' })).not.toBeInTheDocument();
});

it('says that the list did not load, and retries on request', async () => {
  await open({ status: 403, body: { code: 'odd', message: '' } });
  expect(await screen.findByRole('heading', { name: 'Sign-in providers' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('This did not load.');
  portal.answer('GET /auth/provider-accounts', { body: [acme] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Acme ID')).toBeVisible();
});

it('removes an account after a proof', async () => {
  let isConfirmed = false;
  portal.answer('DELETE /auth/provider-accounts/acme', () => (isConfirmed ? { status: 204 } : needed));
  portal.answer('GET /auth/confirmation', { body: { confirmed_until: null, methods: ['password'] } });
  portal.answer('POST /auth/confirmation', () => {
    isConfirmed = true;
    return { status: 204 };
  });
  await open({ body: [acme] });
  const dialog = await ask('Acme ID');
  portal.answer('GET /auth/provider-accounts', { body: [] });
  await confirm(dialog);
  await userEvent.type(await screen.findByLabelText('Current password'), 'portico-demo{Enter}');
  await waitFor(() => expect(screen.queryByText('Acme ID')).not.toBeInTheDocument());
  expect(toastTexts()).toEqual(['success: The account was removed.']);
});

it('says why the only way to sign in stays', async () => {
  const body = { code: 'only-sign-in-way', message: 'This is the only way.' };
  portal.answer('DELETE /auth/provider-accounts/acme', { status: 409, body });
  await open({ body: [acme] });
  const dialog = await ask('Acme ID');
  await confirm(dialog);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This is the only way.');
});

it('ends the question when the session ends with its account', async () => {
  portal.answer('DELETE /auth/provider-accounts/acme', { status: 204 });
  await open({ body: [{ ...acme, is_current: true }] });
  const dialog = await ask('Acme ID');
  expect(dialog).toHaveTextContent('The sessions that it opened end, this one too');
  // The session has ended, so the list waits for the next sign-in.
  portal.answer('GET /auth/provider-accounts', new Promise(() => undefined));
  await confirm(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
