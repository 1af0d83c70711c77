import { readPage, sessionAtom, setLocale, startSession, store } from '@portico/shared';
import { type ApiAnswer, renderParcel } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Overlay } from './overlay';
import { overlayPortal } from './testing/overlay-portal';

const portal = overlayPortal();
let field: HTMLInputElement;

beforeEach(() => {
  field = document.createElement('input');
  document.body.append(field);
  field.value = 'half-typed';
  field.focus();
});
afterEach(() => {
  field.remove();
  delete readPage().state.providers;
});

const dialog = () => screen.getByRole('dialog');
const password = () => screen.getByLabelText('Password');
const login = () => screen.getByRole('button', { name: 'Login' });

async function expire(): Promise<void> {
  renderParcel(Overlay, 'overlay');
  await act(() => portal.expire());
}

async function submit(typed: string): Promise<void> {
  await userEvent.type(password(), typed);
  await userEvent.click(login());
}

it('shows nothing to users who are signed in or signed out', async () => {
  const { container } = renderParcel(Overlay, 'overlay');
  expect(container).toHaveTextContent('');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await act(() => portal.reset());
  expect(container).toHaveTextContent('');
});

it('asks only for the password, in a dialog that says why', async () => {
  await expire();
  expect(dialog()).toHaveAccessibleName('Your session ended');
  expect(dialog()).toHaveAccessibleDescription('What is on your screen is kept. Sign in again to go on with it.');
  expect(dialog()).toHaveAttribute('closedby', 'none');
  expect(password()).toHaveFocus();
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  expect(email).toHaveValue('ana@portico.test');
  expect(email).toHaveAttribute('readonly');
  expect(email).toHaveAttribute('autocomplete', 'username');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
});

it('signs the same user in, closes, and returns the focus', async () => {
  await expire();
  await submit('portico-demo');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(field).toHaveFocus();
  expect(field).toHaveValue('half-typed');
  expect(portal.calls.find(({ route }) => route === 'POST /auth')?.body).toEqual({
    email: 'ana@portico.test',
    password: 'portico-demo',
  });
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-in', email: 'ana@portico.test' });
});

it('does not close by Escape, and opens again when the browser closes it', async () => {
  await expire();
  expect(fireEvent(dialog(), new Event('cancel', { cancelable: true }))).toBe(false);
  const element = dialog();
  act(() => element instanceof HTMLDialogElement && element.close());
  expect(dialog()).toBeVisible();
  expect(password()).toHaveFocus();
});

it('says beside the password that it is missing or wrong', async () => {
  await expire();
  await userEvent.click(login());
  expect(password()).toHaveAccessibleDescription('Enter your password.');
  expect(portal.calls).toEqual([]);
  portal.answer('POST /auth', { status: 401, body: { code: 'wrong-credentials', message: '' } });
  await submit('wrong-password');
  expect(await screen.findByRole('alert')).toHaveTextContent('The e-mail and password do not match.');
  expect(password()).toHaveFocus();
  expect(password()).toHaveValue('wrong-password');
  await userEvent.type(password(), 'x');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each<[ApiAnswer, string]>([
  ['unreachable', 'The portal cannot be reached. Check your connection and try again.'],
  [{ status: 400, body: { code: 'odd', message: '' } }, 'The sign-in did not work. Try again.'],
])('shows another failure above the form, and keeps what was typed: %j', async (answer, text) => {
  await expire();
  portal.answer('POST /auth', answer);
  await submit('portico-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(password()).toBeValid();
  expect(password()).toHaveValue('portico-demo');
  expect(login()).not.toHaveAttribute('aria-disabled');
});

it('counts down after too many attempts', async () => {
  await expire();
  const body = { code: 'too-many-tries', message: '' };
  portal.answer('POST /auth', { status: 429, headers: { 'retry-after': '1' }, body });
  await submit('portico-demo');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries. Wait 1 s.');
  expect(login()).toHaveAttribute('aria-disabled', 'true');
  expect(login()).toHaveAccessibleDescription('Too many tries. Wait 1 s.');
  expect(await screen.findByText('You can try again now.')).toBeVisible();
  expect(login()).not.toHaveAttribute('aria-disabled');
});

it('lets another user sign in', async () => {
  await expire();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as someone else' }));
  await waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-out'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const acme = { id: 'acme-id', name: 'Acme ID', domains: ['portico.test'] };
const partners = { id: 'partners', name: 'Partners', domains: [] };
const others = { id: 'others', name: 'Others', domains: ['other.test'] };
const atPartners = [
  'Continue with Partners (opens in a new tab)',
  '/api/sign-in/partners?link=%2F%3Fnew-tab&email=ana%40portico.test',
];
const atAcme = [
  'Continue with Acme ID (opens in a new tab)',
  '/api/sign-in/acme-id?link=%2F%3Fnew-tab&email=ana%40portico.test',
];
const atForm = ['Sign in in a new tab (opens in a new tab)', '/signin?link=%2F%3Fnew-tab'];
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it.each([
  ['no providers', undefined, [atForm], true],
  ['the provider of the e-mail', { list: [acme, partners, others], passwordsOff: false }, [atAcme, atForm], false],
  ['providers without domains', { list: [partners, others], passwordsOff: false }, [atPartners, atForm], true],
  ['passwords off', { list: [partners], passwordsOff: true }, [atPartners], false],
])('leads to another tab by what the sign-in form would offer: %s', async (_case, providers, found, hasPassword) => {
  Object.assign(readPage().state, { providers });
  await expire();
  expect(links()).toEqual(found);
  for (const link of screen.getAllByRole('link')) expect(link).toHaveAttribute('target', '_blank');
  if (hasPassword) expect(password()).toHaveFocus();
  else {
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link')[0]).toHaveFocus();
  }
});

it.each(['second-factor-needed', 'second-factor-setup-needed'])('leads to another tab after %s', async (code) => {
  await expire();
  portal.answer('POST /auth', { status: 401, body: { code, message: '' } });
  await submit('portico-demo');
  expect(await screen.findByText(/^Your account needs a second step\./)).toBeVisible();
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  expect(links()).toEqual([atForm]);
  expect(screen.getByRole('link')).toHaveFocus();
});

it('speaks Portuguese', async () => {
  await setLocale('pt');
  await expire();
  expect(dialog()).toHaveAccessibleName('A sua sessão terminou');
  expect(screen.getByLabelText('Senha')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Entrar' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Entrar como outra pessoa' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^Entrar em uma nova aba/ })).toBeVisible();
});

it('says after a click to come back, and closes with the input kept once another tab has signed in', async () => {
  Object.assign(readPage().state, { providers: { list: [acme], passwordsOff: true } });
  portal.answer('POST /auth/refresh', { body: { access_token: 'token' } });
  await startSession();
  field.focus();
  await expire();
  await userEvent.click(screen.getByRole('link'));
  expect(screen.getByRole('status')).toHaveTextContent('then come back here');
  portal.answer('POST /auth/refresh', { body: { access_token: 'renewed' } });
  const otherTab = new BroadcastChannel('auth_channel');
  otherTab.postMessage({ type: 'TOKEN_REFRESHED', access_token: 'renewed' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  otherTab.close();
  expect(store.get(sessionAtom)).toMatchObject({ status: 'signed-in', email: 'ana@portico.test' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('half-typed');
});
