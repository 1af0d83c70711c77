import { pageTitleAtom, readPage, sessionAtom, setLocale, store } from '@portico/shared';
import { deployModules, putInto, showParcelNames } from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from './testing/open-section';

const portal = profilePortal();

beforeEach(() => portal.reset());

const visit = (path: string) => act(async () => portal.visit(path));
const title = () => screen.getByRole('heading', { level: 2 });

it.each([
  ['', 'Personal Data'],
  ['#personal-data', 'Personal Data'],
  ['#language', 'Language'],
  ['#update%2Dpassword', 'Update Password'],
  ['#theme', 'Theme'],
  ['#security', 'Security'],
  ['#update-password', 'Update Password'],
  ['#notifications', 'Notifications'],
  ['#elsewhere', 'Personal Data'],
])('/profile%s opens the section %s, and marks its link', async (fragment, name) => {
  await openSection(portal, fragment);
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(screen.getByRole('region', { name })).toContainElement(title());
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent(name);
  // The shell announces the screen, so the first section does not take the focus.
  expect(title()).not.toHaveFocus();
});

it('gives each section an address, and moves the focus to the heading of an opened section', async () => {
  await openSection(portal, '');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile#personal-data',
    '/profile#language',
    '/profile#theme',
    '/profile#security',
    '/profile#update-password',
    '/profile#notifications',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Language' }));
  expect(location.hash).toBe('#language');
  await visit('/profile#language');
  expect(title()).toHaveTextContent('Language');
  expect(title()).toHaveFocus();
  await visit('/profile');
  expect(title()).toHaveTextContent('Personal Data');
  expect(title()).toHaveFocus();
});

it('has no password where users sign in by providers alone', async () => {
  const { state } = readPage();
  Object.assign(state, { providers: { list: [], passwordsOff: true } });
  await openSection(portal, '#update-password');
  expect(title()).toHaveTextContent('Personal Data');
  expect(screen.queryByRole('link', { name: 'Update Password' })).not.toBeInTheDocument();
  Object.assign(state, { providers: undefined });
});

it('names the open section in the title of the document', async () => {
  await openSection(portal, '#security');
  expect(store.get(pageTitleAtom)).toBe('Security');
  await visit('/profile');
  expect(store.get(pageTitleAtom)).toBe('');
});

it('does nothing when the link of the open section is followed', async () => {
  await openSection(portal, '');
  await userEvent.click(screen.getByRole('link', { name: 'Personal Data' }));
  expect(location.hash).toBe('');
});

it('keeps its section while another screen loads', async () => {
  await openSection(portal, '#language');
  await visit('/smsa/');
  expect(title()).toHaveTextContent('Language');
});

it('speaks Portuguese, and needs no name of the user', async () => {
  await openSection(portal, '#security');
  await act(() => setLocale('pt'));
  expect(screen.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Dados pessoais',
    'Idioma',
    'Tema',
    'Segurança',
    'Alterar senha',
    'Notificações',
  ]);
  expect(title()).toHaveTextContent('Segurança');
});

it.each(['#language', '#theme'])('says in %s that the choice needs cookies', async (fragment) => {
  jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  await openSection(portal, fragment);
  expect(screen.getByRole('alert')).toHaveTextContent('The portal needs cookies');
  jest.restoreAllMocks();
});

/** Answers the other calls of the section Security. */
function answerOthers(): void {
  portal.answer('GET /auth/factor', { body: { since: null, recovery_codes_left: 0, is_required: false } });
  portal.answer('GET /auth/devices', { body: [] });
}

it('says that a section did not load, and retries on request', async () => {
  portal.answer('GET /auth/sessions', { status: 403, body: { code: 'odd', message: '' } });
  answerOthers();
  await openSection(portal, '#security');
  expect(screen.getAllByRole('status', { name: 'Loading' })[0]).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent('This did not load.');
  const now = new Date().toISOString();
  const session = { id: 'a', browser: '', system: '', ip: '', created_at: now, last_used_at: now, is_current: true };
  portal.answer('GET /auth/sessions', { body: [session] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Unknown browser')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await waitFor(() => expect(title()).toHaveFocus());
});

it.each([
  ['it is pressed', (button: HTMLElement) => userEvent.click(button)],
  ['the user is back', async () => act(async () => void window.dispatchEvent(new Event('visibilitychange')))],
])('keeps the focus on "Try again" when the retry fails because %s', async (_cause, tryAgain) => {
  portal.answer('GET /auth/sessions', { status: 403, body: { code: 'odd', message: '' } });
  answerOthers();
  await openSection(portal, '#security');
  const button = await screen.findByRole('button', { name: 'Try again' });
  button.focus();
  await tryAgain(button);
  await waitFor(() => expect(portal.calls.filter(({ route }) => route === 'GET /auth/sessions')).toHaveLength(2));
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  expect(button).toHaveFocus();
  expect(store.get(sessionAtom).status).toBe('signed-in');
});

it('has a section for each application that puts something there, after its own', async () => {
  showParcelNames();
  deployModules({ smsa: putInto('profile'), hrstudium: putInto('home') });
  await openSection(portal, '#app-smsa');
  expect(screen.getByRole('region', { name: 'SMSA' })).toContainElement(title());
  expect(await screen.findByText('@module/smsa/part profile')).toBeVisible();
  expect(screen.getAllByRole('link').at(-1)).toHaveTextContent('SMSA');
  act(() => deployModules({ smsa: {} }));
  expect(title()).toHaveTextContent('Personal Data');
});
