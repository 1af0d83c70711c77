import { setLocale } from '@portico/shared';
import { renderParcel, startTestSystem, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from './auth-screen';

const portal = testPortal();

beforeAll(() => {
  startTestSystem().setDark(true);
});
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
});

it.each(['signin', 'recover', 'settings'])('offers languages and themes on %s', async (name) => {
  renderParcel(AuthScreen, name);
  const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button, pressed: false }));
  expect(screen.getByRole('button', { name: 'Light theme' })).toHaveAttribute('aria-pressed', 'true');
  await press('System theme');
  expect(document.documentElement).toHaveAttribute('display-mode', 'dark');
  await press('Light theme');
  expect(document.documentElement).toHaveAttribute('display-mode', 'light');
  await press('Português');
  expect(await screen.findByRole('button', { name: 'Tema claro', pressed: true })).toBeVisible();
});
