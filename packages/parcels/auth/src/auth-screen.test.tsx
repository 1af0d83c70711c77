import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from './auth-screen';

// The file of a language, on a network that is down at first.
let mockIsDown = true;
jest.mock('../../../core/shared/src/texts/locales/en.json', () => {
  if (mockIsDown) throw new Error('down');
  return jest.requireActual('../../../core/shared/src/texts/locales/en.json');
});

const portal = testPortal();

beforeAll(async () => {
  await portal.reset();
  portal.visit('/signin');
});

it('keeps the language and says so when another one does not load', async () => {
  renderParcel(AuthScreen, 'signin');
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('O idioma não carregou.');
  expect(screen.getByRole('button', { name: 'Português' })).toHaveAttribute('aria-pressed', 'true');
  mockIsDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});
