import { changeApps, setLocale } from '@portico/shared';
import { deployModules, putInto, renderParcel, showParcelNames, testPortal } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HomeScreen } from './home-screen';

const portal = testPortal();
const email = 'ana@portico.test';
const apps = Array.from({ length: 20 }, (_, index) => ({
  name: `App ${index}`,
  module: `app-${index}`,
  description: '',
}));

beforeAll(showParcelNames);
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email, name: 'Ana' }, apps);
});

const cards = () => screen.queryAllByRole('article');

it('shows nothing while no module adds a card', async () => {
  deployModules({ 'app-0': putInto('topbar') });
  renderParcel(HomeScreen, 'home');
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

it('shows a card under the name of its application, which leads there, by order', async () => {
  deployModules({ 'app-0': putInto('home', 20), 'app-1': putInto('home', 10) });
  renderParcel(HomeScreen, 'home');
  const region = screen.getByRole('region', { name: 'From your applications' });
  const headings = within(region).getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['App 1', 'App 0']);
  expect(within(region).getByRole('link', { name: 'App 1' })).toHaveAttribute('href', '/app-1/');
  expect(cards()[0]?.querySelector('[aria-busy]')).not.toBeNull();
  await within(region).findByText('@module/app-1/part home');
  await waitFor(() => expect(cards()[0]?.querySelector('[aria-busy]')).toBeNull());
});

it('follows grants, publications and the choice of the operator', async () => {
  deployModules({ 'app-0': putInto('home', 20), 'app-1': putInto('home', 10) });
  renderParcel(HomeScreen, 'home');
  await screen.findByText('@module/app-0/part home');
  act(() => deployModules({ 'app-1': {}, 'app-2': putInto('home', 30) }));
  expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual(['App 0', 'App 2']);
  await screen.findByText('@module/app-2/part home');
  act(() =>
    changeApps(
      email,
      apps.map((app) => ({ ...app, places_off: app.module === 'app-0' ? ['home'] : [] })),
    ),
  );
  expect(cards()).toHaveLength(1);
  act(() => changeApps(email, apps.slice(0, 1)));
  expect(cards()).toHaveLength(1);
  expect(screen.queryByText('@module/app-2/part home')).not.toBeInTheDocument();
});

it('loads only the cards that are near the window', async () => {
  const near = new Set<Element>();
  const Observer = globalThis.IntersectionObserver;
  const observed: Element[] = [];
  globalThis.IntersectionObserver = class extends Observer {
    override observe(target: Element) {
      observed.push(target);
      if (near.has(target) || observed.length <= 6) super.observe(target);
    }
  };
  deployModules(Object.fromEntries(apps.map(({ module }, index) => [module, putInto('home', index)])));
  renderParcel(HomeScreen, 'home');
  expect(cards()).toHaveLength(20);
  await screen.findByText('@module/app-5/part home');
  expect(screen.queryByText('@module/app-6/part home')).not.toBeInTheDocument();
  globalThis.IntersectionObserver = Observer;
});
