import { setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { TopBar } from './top-bar';

const portal = testPortal();

// The only test of this file, because a loaded file stays loaded.
it('does not open a menu whose code loads after the focus has moved on', async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email: 'ana@portico.test', name: '' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  renderParcel(TopBar, 'home');
  const button = screen.getByRole('button', { name: 'Account menu' });
  const elsewhere = screen.getByRole('button', { name: 'Dark theme' });
  // All in one go, so that the code comes last.
  act(() => button.focus());
  fireEvent.click(button, { detail: 1 });
  expect(button).toHaveAttribute('aria-busy', 'true');
  act(() => elsewhere.focus());
  // The code brings a button of its own.
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Account menu' })).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(elsewhere).toHaveFocus();
});
