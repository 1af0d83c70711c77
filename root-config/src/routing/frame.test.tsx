import { sessionAtom, setLocale, store } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showFrame, showUnreachable } from './frame';

const portal = testPortal();

beforeAll(async () => {
  await portal.reset();
  await setLocale('en');
});

it('focuses the heading of the screen, and the content on a retry', async () => {
  document.body.insertAdjacentHTML('beforeend', '<main tabindex="-1"></main>');
  const content = screen.getByRole('main');
  let hide = () => {};
  await act(async () => {
    hide = showUnreachable(content);
  });
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'The portal cannot be reached' })).toHaveFocus(),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(content).toHaveFocus();
  await waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-out'));
  expect(portal.calls).toMatchObject([{ route: 'POST /auth/refresh' }]);
  act(hide);
  expect(content).toBeEmptyDOMElement();
});

it('removes the form that the page host rendered, unless it is the screen', () => {
  const topbar = document.createElement('div');
  const content = document.createElement('main');
  content.innerHTML = '<div data-rendered="signin"></div>';
  const show = (name: 'signin' | 'home') =>
    showFrame({ topbar, content }, { kind: 'screen', screen: name, layout: 'bare' });
  show('signin');
  expect(content).not.toBeEmptyDOMElement();
  show('home');
  expect(content).toBeEmptyDOMElement();
});
