import { renderParcel, startTestSystem, testPortal } from '@portico/shared/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Panel } from './panel';
import { PermissionOffer } from './permission-offer';

const portal = testPortal();
let notification: { permission: NotificationPermission; requestPermission: jest.Mock };

beforeEach(async () => {
  await portal.reset();
  startTestSystem();
  notification = {
    permission: 'default',
    requestPermission: jest.fn(async () => {
      notification.permission = 'granted';
    }),
  };
  Object.assign(window, { isSecureContext: true, Notification: notification });
});

const accept = () => screen.queryByRole('button', { name: 'Permitir notificações' });

it('shows the browser’s question on a click, and disappears', async () => {
  render(<PermissionOffer />);
  expect(notification.requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Permitir notificações' }));
  expect(notification.requestPermission).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(accept()).not.toBeInTheDocument());
});

it('does not come back after it is declined', async () => {
  const { unmount } = render(<PermissionOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(accept()).not.toBeInTheDocument();
  unmount();
  render(<PermissionOffer />);
  expect(accept()).not.toBeInTheDocument();
});

it.each(['granted', 'denied'] as const)('does not appear when the permission is "%s"', (permission) => {
  notification.permission = permission;
  render(<PermissionOffer />);
  expect(accept()).not.toBeInTheDocument();
});

it('does not appear in a browser without notifications', () => {
  Reflect.deleteProperty(window, 'Notification');
  render(<PermissionOffer />);
  expect(accept()).not.toBeInTheDocument();
});

it.each([
  ['periodic', false],
  ['live', true],
] as const)('is in the panel of a window whose delivery is %s: %s', async (status, isOffered) => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, []);
  portal.answer('GET /notifications', { body: { notifications: [], total: 0, totalUnreadNotifications: 0 } });
  renderParcel(() => <Panel status={status} unread={0} />, 'bell');
  await screen.findByRole('tablist');
  expect(accept() !== null).toBe(isOffered);
});
