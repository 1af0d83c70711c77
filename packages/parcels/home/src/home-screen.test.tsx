import { addEntries, announceImportMap, changeApps, refusedAddressAtom, setLocale, store } from '@portico/shared';
import { type ApiAnswer, renderParcel, testPortal } from '@portico/shared/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HomeScreen } from './home-screen';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
});

const apps = [
  { name: 'SMSA', module: 'smsa', description: 'Service management' },
  { name: 'HR Studium', module: 'hrstudium', description: '' },
];

it.each([
  ['Ana Prado', 'Hello, Ana'],
  ['', 'Hello, ana.prado'],
])('greets a user named "%s"', async (name, greeting) => {
  await portal.signIn({ email: 'ana.prado@portico.test', name }, apps);
  renderParcel(HomeScreen, 'home');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(greeting);
});

it('links to each application of the user', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  renderParcel(HomeScreen, 'home');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/smsa/', '/hrstudium/']);
  await userEvent.click(screen.getByRole('link', { name: 'SMSA Service management' }));
  expect(location.pathname).toBe('/smsa/');
});

it('links to the pages that a module declares, below its application', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  renderParcel(HomeScreen, 'home');
  System.addImportMap({ imports: { '@module/smsa': 'https://cdn.test/smsa.js' } });
  const navigation = [{ title: { pt: 'Relatórios', en: 'Reports' }, path: '/smsa/reports' }];
  addEntries({ 'https://cdn.test/smsa.js': { declarations: { navigation } } });
  expect(screen.queryByRole('link', { name: 'Reports' })).not.toBeInTheDocument();
  act(announceImportMap);
  await userEvent.click(screen.getByRole('link', { name: 'Reports' }));
  expect(location.pathname).toBe('/smsa/reports');
});

it('says that the tab of a new sign-in can be closed', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  portal.visit('/?new-tab');
  renderParcel(HomeScreen, 'home');
  expect(screen.getByRole('status')).toHaveTextContent('You can close this tab');
  await act(() => setLocale('pt'));
  expect(screen.getByRole('status')).toHaveTextContent('Pode fechar esta aba');
  act(() => portal.visit('/'));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('describes each application in the language of the user, or in its only language', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [
    { name: 'SMSA', module: 'smsa', description: 'Gestão de serviços', description_en: 'Service desk' },
    { name: 'HR Studium', module: 'hrstudium', description: 'Pessoas' },
  ]);
  renderParcel(HomeScreen, 'home');
  expect(screen.getByRole('link', { name: 'SMSA Service desk' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'HR Studium Pessoas' })).toBeVisible();
  await act(() => setLocale('pt'));
  expect(screen.getByRole('link', { name: 'SMSA Gestão de serviços' })).toBeVisible();
});

it('says that a page does not exist and links to the home page', async () => {
  portal.visit('/404');
  renderParcel(HomeScreen, 'not-found');
  expect(screen.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Go to your applications' }));
  expect(location.pathname).toBe('/');
});

it.each([
  [{ path: '/tickets' }, 'There is no page at /tickets.'],
  [{ path: '/sess%C3%A3o' }, 'There is no page at /sessão.'],
  [{ path: '/50%off' }, 'There is no page at /50%off.'],
  [
    { path: '/smsa-dev/board', missingApp: 'smsa-dev' },
    'You have no access to smsa-dev. Ask your administrator for it.',
  ],
])('says why the address %j led here, until the user closes it', async (refused, text) => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  const { unmount } = renderParcel(HomeScreen, 'home');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => store.set(refusedAddressAtom, refused));
  expect(screen.getByRole('status')).toHaveTextContent(text);
  unmount();
  renderParcel(HomeScreen, 'home');
  expect(screen.getByRole('status')).toHaveTextContent(text);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

const requests = '/tenants/smsa/access-requests';
const asked = { module: 'hrstudium', created_at: '2026-05-01T10:00:00.000Z' };

async function visitMissing(): Promise<void> {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(0, 1));
  store.set(refusedAddressAtom, { path: '/hrstudium/', missingApp: 'hrstudium' });
  renderParcel(HomeScreen, 'home');
}

it('asks the administrators for an application that the user lacks, until they have it', async () => {
  portal.answer(`GET ${requests}`, { body: [{ ...asked, module: 'orders' }] });
  portal.answer(`POST ${requests}`, 'unreachable');
  await visitMissing();
  const button = screen.getByRole('button', { name: 'Request access' });
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal cannot be reached');
  let answer = (_: ApiAnswer) => {};
  portal.answer(`POST ${requests}`, new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  await act(async () => answer({ status: 202, body: asked }));
  expect(await screen.findByText(/^You asked for access on .*2026/)).toHaveFocus();
  expect(portal.calls.at(-1)?.body).toEqual({ module: 'hrstudium' });
  act(() => changeApps('ana@portico.test', apps));
  expect(screen.queryByText(/^You have no access/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: /HR Studium/ })).toBeVisible();
});

it('says when the user has asked already', async () => {
  portal.answer(`GET ${requests}`, { body: [asked] });
  await visitMissing();
  expect(await screen.findByText(/^You asked for access on .*2026/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Request access' })).not.toBeInTheDocument();
  expect(document.body).toHaveFocus();
});

it('says why an application cannot be asked for', async () => {
  const message = 'This tenant does not have the application hrstudium.';
  portal.answer(`POST ${requests}`, { status: 404, body: { code: 'app-of-tenant-unknown', message } });
  await visitMissing();
  await userEvent.click(screen.getByRole('button', { name: 'Request access' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  const button = screen.getByRole('button', { name: 'Request access' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
});
