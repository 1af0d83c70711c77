import { setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const smsa = { name: 'SMSA', module: 'smsa', description: '' };

const portal = testPortal({ tenants: { smsa: { name: 'Acme' } } });

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
});

const button = () => screen.getByRole('button', { name: 'Applications' });

it.each([
  ['Enter', 24, 'z'],
  ['Enter', 24, 'End'],
  // Opens the menu at its last entry.
  ['ArrowUp', 500, 'Shift'],
])('opens by %s with %i of 500 entries and reaches the last one by %s', async (opener, count, key) => {
  const many = Array.from({ length: 499 }, (_, index) => ({ ...smsa, name: `App ${index}`, module: `app-${index}` }));
  await portal.signIn(ana, [...many, { ...smsa, name: 'Zebra', module: 'zebra' }]);
  renderParcel(TopBar, 'home');
  await userEvent.click(button());
  await userEvent.keyboard('{Escape}');
  const press = (target: HTMLElement, pressed: string) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
  await withoutAct(async () => {
    press(button(), opener);
    await Promise.resolve();
    const menu = screen.getByRole('menu');
    expect(menu.querySelectorAll('[role="menuitem"]')).toHaveLength(count);
    press(menu, key);
    await Promise.resolve();
    press(menu, 'Enter');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });
  expect(location.pathname).toBe('/zebra/');
});

/** Lets React draw by itself: inside `act`, it would draw everything before the next step. */
async function withoutAct(run: () => Promise<void>): Promise<void> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  await run().finally(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true));
}
