import { setLocale } from '@portico/shared';
import { renderParcel, startTestPortal, type TestPortal, Toasts } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import { Notifications } from '../notifications';
import { panel } from '../panel/lazy-panel';
import { supportLayout, supportWidth } from './browser';
import { type Entry, serveNotifications } from './test-notifications';

/** Starts the portal for a suite of the bell. */
export async function startBellPortal(): Promise<TestPortal> {
  supportLayout();
  const portal = await startTestPortal();
  await panel.load();
  return portal;
}

/** Before each test: narrow, so that nothing is delivered live, which has tests of its own, and in English. */
export async function resetBellPortal(portal: TestPortal): Promise<void> {
  supportWidth(768);
  await portal.reset();
  await setLocale('en');
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
