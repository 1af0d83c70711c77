import type { App } from '@portico/shared';
import { setLocale } from '@portico/shared';
import { renderParcel, startTestPortal, type TestPortal } from '@portico/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findApps } from './app-tiles';
import { HomeScreen } from './home-screen';

const apps: App[] = Array.from({ length: 500 }, (_, index) => ({
  name: `Application ${index}`,
  module: `app-${index}`,
  description: index === 321 ? 'Férias e Ausências' : '',
}));

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
});
afterAll(() => portal.close());

const list = () => screen.getByRole('list');

it('draws as many tiles as fill a screen, then the others, and all of them can be reached', async () => {
  /** The tiles that were added to a list that stood there. */
  let later = 0;
  const observer = new MutationObserver((records) => {
    later += records.filter(({ target }) => target === list()).flatMap(({ addedNodes }) => [...addedNodes]).length;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  renderParcel(HomeScreen, 'home');
  await Promise.resolve();
  observer.disconnect();
  expect(within(list()).getAllByRole('listitem')).toHaveLength(500);
  expect(later).toBe(440);
});

it('finds one of many by words of its name or description, and says how many there are', async () => {
  renderParcel(HomeScreen, 'home');
  const field = screen.getByRole('searchbox', { name: 'Find an application' });
  await userEvent.type(field, 'ausencias FER');
  expect(within(list()).getByRole('link')).toHaveAttribute('href', '/app-321/');
  expect(screen.getByRole('status')).toHaveTextContent('Applications found: 1');
  await userEvent.clear(field);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await userEvent.type(field, 'nothing');
  expect(within(list()).queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Applications found: 0');
});

it('shows no field for few applications', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(0, 60));
  renderParcel(HomeScreen, 'home');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it.each([
  ['', 3],
  ['  ', 3],
  ['crm', 1],
  ['são VENDAS', 1],
  ['sales', 1],
  ['x', 0],
])('"%s" finds %i', (query, count) => {
  const some: App[] = [
    { name: 'São Paulo', module: 'sp', description: 'Vendas', description_en: 'Sales' },
    { name: 'Clients', module: 'crm', description: '' },
    { name: 'Stock', module: 'stock', description: '' },
  ];
  expect(findApps(some, query)).toHaveLength(count);
});
