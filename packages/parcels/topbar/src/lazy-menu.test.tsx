import { setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

// The file of the menus does not load at first.
let mockIsDown = true;
jest.mock('./dropdown-menu', () => {
  if (mockIsDown) throw new Error('down');
  return jest.requireActual('./dropdown-menu');
});

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  mockIsDown = true;
  await portal.signIn({ email: 'ana@portico.test', name: '' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  renderParcel(TopBar, 'home');
});

const button = () => screen.getByRole('button', { name: 'Account menu' });

it('says nothing before it is used', async () => {
  await userEvent.hover(button());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('removes the notice on Escape, and when the focus leaves', async () => {
  await userEvent.click(button());
  await screen.findByRole('alert');
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(button()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alert');
  await userEvent.tab({ shift: true });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows no failure to users who have moved on before the menu failed', async () => {
  await act(async () => {
    // As Safari does, a click alone does not focus.
    fireEvent.click(button());
    screen.getByRole('link', { name: 'Skip to content' }).focus();
    await expect(import('./dropdown-menu')).rejects.toThrow('down');
  });
  expect(button()).not.toHaveAttribute('aria-busy');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('still shows the failure to users who are in another window meanwhile', async () => {
  await act(async () => {
    fireEvent.click(button());
    fireEvent.blur(button());
    await expect(import('./dropdown-menu')).rejects.toThrow('down');
  });
  expect(await screen.findByRole('alert')).toBeVisible();
});

// Last, because a loaded file stays loaded.
it('says that a menu did not load, offers to reload, and opens on the next press', async () => {
  await userEvent.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent('The menu did not load.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(button()).not.toHaveAttribute('aria-busy');
  mockIsDown = false;
  // A click alone: the pointer on its way there would load the menu, and replace this button before it is pressed.
  fireEvent.click(button());
  expect(await screen.findByRole('menu', { name: 'Account menu' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
