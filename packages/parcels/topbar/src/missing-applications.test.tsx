import { setLocale } from '@portico/shared';
import { type ApiAnswer, renderParcel, testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

const smsa = { name: 'SMSA', module: 'smsa', description: '' };
const studium = { name: 'HR Studium', module: 'hrstudium', description: '' };
const welcome = { name: 'Welcome', module: 'welcome', description: '' };

const portal = testPortal();
beforeAll(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [smsa, studium], true);
});

it('asks for the applications that the page has not named when the switcher opens, and again by its last entry', async () => {
  let answer = (_: ApiAnswer) => {};
  const wait = () => portal.answer('GET /tenants/smsa/apps', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
  wait();
  renderParcel(TopBar, 'home');
  const button = () => screen.getByRole('button', { name: 'Applications' });
  // The code of the menus, which replaces the button, may come during a click of userEvent.
  fireEvent.click(button(), { detail: 1 });
  const menu = await screen.findByRole('menu', { name: 'Applications' });
  expect(menu).toHaveAccessibleDescription('Still loading…');
  const calls = () => portal.calls.filter(({ route }) => route === 'GET /tenants/smsa/apps');
  await waitFor(() => expect(calls()).toHaveLength(1));
  await act(async () => answer({ status: 503 }));
  const again = await within(menu).findByRole('menuitem', { name: /did not load\. Try again$/ });
  expect(menu).not.toHaveTextContent('Still loading…');
  expect(menu).not.toHaveAccessibleDescription();
  wait();
  await userEvent.click(again);
  await waitFor(() => expect(calls()).toHaveLength(2));
  await userEvent.click(button());
  expect(screen.getByRole('menu')).toHaveAccessibleDescription('Still loading…');
  expect(screen.queryByRole('menuitem', { name: /Try again$/ })).not.toBeInTheDocument();
  await act(async () => answer({ body: [smsa, studium, welcome] }));
  await waitFor(() =>
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'SMSA',
      'HR Studium',
      'Welcome',
    ]),
  );
  expect(screen.getByRole('menu')).not.toHaveAccessibleDescription();
});
