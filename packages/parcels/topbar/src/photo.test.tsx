import { photoAtom, setLocale, signOut, store } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { followAccount } from './account/follow-account';
import { TopBar } from './top-bar';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const smsa = { name: 'SMSA', module: 'smsa', description: '' };

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
});

const button = (name: string) => screen.getByRole('button', { name });
function draw(): void {
  renderParcel(TopBar, 'home');
  // As in a page that has been idle.
  followAccount();
}

const answerWith = (image: { mime: string; data: string } | null) =>
  portal.answer('GET /users/images', { body: [{ email: ana.email, image }] });

it('is on the button of the account menu, and disappears with the user', async () => {
  answerWith({ mime: 'image/png', data: btoa('pixels') });
  await portal.signIn(ana, [smsa]);
  draw();
  await waitFor(() => expect(button('Account menu').querySelector('img')).toBeVisible());
  expect(button('Account menu').querySelector('img')).toHaveAttribute('src', store.get(photoAtom));
  await act(() => signOut());
  expect(store.get(photoAtom)).toBeUndefined();
});

it('is replaced by the letter when it is missing or does not load', async () => {
  answerWith(null);
  await portal.signIn(ana, [smsa]);
  draw();
  expect(button('Account menu')).toHaveTextContent('A');
  answerWith({ mime: 'image/png', data: btoa('no pixels') });
  await act(() => signOut());
  await act(() => portal.signIn(ana, [smsa]));
  await waitFor(() => expect(button('Account menu').querySelector('img')).toBeVisible());
  fireEvent.error(button('Account menu').querySelector('img') ?? document);
  expect(button('Account menu')).toHaveTextContent('A');
});
