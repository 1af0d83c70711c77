import { addEntries, announceImportMap, refusedAddressAtom, setLocale, store } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
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
