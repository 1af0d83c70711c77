import { isOfflineAtom, sessionAtom, setLocale, store } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serveUi } from '../testing/serve-ui';
import { showFrame, showUnreachable } from './frame';

const portal = testPortal();

beforeAll(async () => {
  await portal.reset();
  await setLocale('en');
});

it('focuses a plain line while its file does not load, which says whether the browser is offline', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  document.body.innerHTML = '<main tabindex="-1"></main>';
  for (const [isOffline, text] of [
    [false, 'The portal cannot be reached. The server has a problem'],
    [true, 'The portal cannot be reached. You are offline.'],
  ] as const) {
    store.set(isOfflineAtom, isOffline);
    const hide = showUnreachable(screen.getByRole('main'));
    const line = await screen.findByText(/cannot be reached/);
    expect(line).toHaveTextContent(text);
    expect(line).toHaveFocus();
    hide();
  }
  store.set(isOfflineAtom, false);
  document.body.innerHTML = '';
});

it('focuses the heading of the screen, and the content on a retry', async () => {
  await serveUi();
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
