import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from '../auth-screen';
import { mount, unmount } from '../index';

// The file of the recovery, on a network that is down at first.
let mockIsDown = true;
jest.mock('./recovery', () => {
  if (mockIsDown) throw new Error('down');
  return jest.requireActual('./recovery');
});

const portal = testPortal();

beforeAll(async () => {
  await portal.reset();
  portal.visit('/recover');
});

it('replaces the form of the page with the failure when its file did not load', async () => {
  const element = document.createElement('div');
  element.innerHTML = '<form></form>';
  document.body.append(element);
  const props = { element, screen: 'recover', onCrash: () => {} };
  // `act` would keep the commit back that the mount waits for.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  await mount(props);
  expect(await screen.findByRole('alert')).toHaveTextContent('Esta página não carregou.');
  expect(element.querySelector('form')).toBeNull();
  await unmount(props);
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  element.remove();
});

it('says when the form did not load, and tries again', async () => {
  renderParcel(AuthScreen, 'recover');
  expect(await screen.findByRole('alert')).toHaveTextContent('Esta página não carregou.');
  mockIsDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('button', { name: 'Enviar código' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
});
