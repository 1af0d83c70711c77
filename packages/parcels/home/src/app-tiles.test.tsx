import { type App, setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findApps } from './find-apps';
import { HomeScreen } from './home-screen';

const apps: App[] = Array.from({ length: 500 }, (_, index) => ({
  name: `Application ${index}`,
  module: `app-${index}`,
  description: index === 321 ? 'Férias e Ausências' : '',
}));

const portal = testPortal();
beforeAll(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
});

const list = () => screen.getByRole('list');

it('draws the tiles that fill a screen first, then the others', async () => {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((found) => records.push(...found));
  observer.observe(document.body, { childList: true, subtree: true });
  renderParcel(HomeScreen, 'home');
  await Promise.resolve();
  observer.disconnect();
  const tiles = list();
  expect(within(tiles).getAllByRole('listitem')).toHaveLength(500);
  /** The tiles that were added to a list that stood there. */
  const later = records.filter(({ target }) => target === tiles).flatMap(({ addedNodes }) => [...addedNodes]);
  expect(later).toHaveLength(440);
});

it('labels each of very many tiles, because browsers cannot name a tile that they do not draw', async () => {
  renderParcel(HomeScreen, 'home');
  const links = within(list()).getAllByRole('link');
  expect(links[321]?.getAttribute('aria-label')).toBe('Application 321 Férias e Ausências');
  expect(links[322]?.getAttribute('aria-label')).toBe('Application 322');
  await userEvent.type(screen.getByRole('searchbox'), 'ferias');
  expect(within(list()).getByRole('link').hasAttribute('aria-label')).toBe(false);
});

it('finds one of many by words of its name or description, and says how many there are', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(300, 400));
  renderParcel(HomeScreen, 'home');
  const field = screen.getByRole('searchbox', { name: 'Find an application' });
  await userEvent.type(field, 'ausencias FER');
  expect(within(list()).getByRole('link')).toHaveAttribute('href', '/app-321/');
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Applications found: 1');
  await userEvent.clear(field);
  expect(status).toBeEmptyDOMElement();
  await userEvent.type(field, 'nothing');
  expect(within(list()).queryByRole('link')).not.toBeInTheDocument();
  expect(status).toHaveTextContent('Applications found: 0');
});

it('opens the only hit with Enter, and stays while there are several', async () => {
  portal.visit('/');
  renderParcel(HomeScreen, 'home');
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'application 32{Enter}');
  expect(location.pathname).toBe('/');
  await userEvent.type(field, '1{Enter}');
  expect(location.pathname).toBe('/app-321/');
});

it('shows no field for few applications', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(0, 60));
  renderParcel(HomeScreen, 'home');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it.each([
  ['', 4],
  ['  ', 4],
  ['crm', 1],
  ['são VENDAS', 1],
  ['sales', 1],
  ['equipe', 1],
  ['\u00E9quipe', 1],
  ['relatorios', 1],
  ['stock report', 1],
  ['x', 0],
])('"%s" finds %i', (query, count) => {
  const navigation = [{ title: { pt: 'Relatórios', en: 'Reports' }, path: '/stock/reports' }];
  const some: App[] = [
    { name: 'São Paulo', module: 'sp', description: 'Vendas', description_en: 'Sales' },
    { name: 'Clients', module: 'crm', description: '' },
    { name: 'Stock', module: 'stock', description: '' },
    { name: 'E\u0301qui\u200Bpe', module: 'team', description: '' },
  ];
  expect(findApps(some, query, new Map([['stock', { navigation }]]))).toHaveLength(count);
});
