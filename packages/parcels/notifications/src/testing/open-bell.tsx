import { setLocale } from '@portico/shared';
import { renderParcel, type TestPortal, Toasts, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import { Notifications } from '../bell/bell';
import { panel } from '../panel/lazy-panel';
import { supportLayout, supportWidth } from './browser';
import { type Entry, serveNotifications } from './test-notifications';

/**
 * A portal for all tests of a file of the bell: narrow, so that nothing is delivered live, which has tests of its own.
 */
export function bellPortal(): TestPortal {
  supportLayout();
  const portal = testPortal();
  beforeAll(() => panel.load());
  beforeEach(async () => {
    supportWidth(768);
    await portal.reset();
    await setLocale('en');
  });
  return portal;
}

/** Signs Ana in, and draws her bell with the toasts. */
export async function drawBell(portal: TestPortal): Promise<void> {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  renderParcel(Toasts, 'overlay');
  renderParcel(Notifications, 'notifications');
}

/** Draws the bell of a user with these notifications, newest first, and waits for them. */
export async function drawBellWith(portal: TestPortal, entries: Entry[]): Promise<void> {
  const unread = entries.filter(({ read }) => read === 0).length;
  serveNotifications(portal, entries);
  await drawBell(portal);
  if (unread > 0) await screen.findByRole('button', { name: `Notifications, ${unread} unread` });
}
