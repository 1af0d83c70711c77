import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from './auth-screen';

// The file of the recovery, on a network that is down at first.
let mockIsDown = true;
jest.mock('./recovery/recovery', () => {
  if (mockIsDown) throw new Error('down');
  return jest.requireActual('./recovery/recovery');
});

const portal = testPortal();

beforeAll(async () => {
  await portal.reset();
  portal.visit('/recover');
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
