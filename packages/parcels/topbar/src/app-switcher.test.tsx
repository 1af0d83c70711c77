import { addEntries, announceImportMap, currentAppKeyAtom, setLocale, store } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

const apps = ['people', 'orders'].map((module) => ({ name: module, module, description: '' }));
const navigation = [
  { title: { pt: 'Equipes', en: 'Teams' }, path: '/people/teams', icon: 'users' },
  { title: { pt: 'Ausências', en: 'Absences' }, path: '/absences' },
];

const portal = testPortal();

it('lists the pages of a module under its name, in the language of the user', async () => {
  await setLocale('en');
  portal.visit('/absences');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  store.set(currentAppKeyAtom, 'people');
  renderParcel(TopBar, 'home');
  System.addImportMap({ imports: { '@module/people': 'https://cdn.test/people.js' } });
  addEntries({ 'https://cdn.test/people.js': { declarations: { navigation } } });
  act(announceImportMap);
  fireEvent.click(screen.getByRole('button', { name: 'Applications' }), { detail: 1 });
  const menu = await screen.findByRole('menu');
  const items = within(menu).getAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['people', '/people/'],
    ['Teams', '/people/teams'],
    ['Absences', '/absences'],
    ['orders', '/orders/'],
  ]);
  expect(items[2]).toHaveAttribute('aria-current', 'true');
  expect(items[1]?.querySelector('img')).toHaveAttribute('src', '/media/icons/solid/users.svg');
  expect(items[0]).not.toHaveAttribute('aria-current');
  act(() => void portal.visit('/people/'));
  expect(items.map((item) => item.hasAttribute('aria-current'))).toEqual([true, false, false, false]);
  await userEvent.keyboard('te');
  expect(items[1]).toHaveAttribute('data-focus');
  await act(() => setLocale('pt'));
  expect(within(menu).getByRole('menuitem', { name: 'Equipes' })).toBeInTheDocument();
});
