import { startTestPortal, type TestPortal } from '@portico/shared/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PermissionOffer } from './permission-offer';

let portal: TestPortal;
let notification: { permission: NotificationPermission; requestPermission: jest.Mock };

beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(async () => {
  await portal.reset();
  notification = {
    permission: 'default',
    requestPermission: jest.fn(async () => {
      notification.permission = 'granted';
    }),
  };
  Object.assign(window, { isSecureContext: true, Notification: notification });
});
afterAll(() => portal.close());

const accept = () => screen.queryByRole('button', { name: 'Permitir notificações' });

it('has the browser ask on a click alone, and is gone then', async () => {
  render(<PermissionOffer />);
  expect(notification.requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Permitir notificações' }));
  expect(notification.requestPermission).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(accept()).not.toBeInTheDocument());
});

it('does not come back once it is declined', async () => {
  const { unmount } = render(<PermissionOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(accept()).not.toBeInTheDocument();
  unmount();
  render(<PermissionOffer />);
  expect(accept()).not.toBeInTheDocument();
});

it.each(['granted', 'denied'] as const)('is not made when the permission is "%s"', (permission) => {
  notification.permission = permission;
  render(<PermissionOffer />);
  expect(accept()).not.toBeInTheDocument();
});

it('is not made in a browser without notifications', () => {
  Reflect.deleteProperty(window, 'Notification');
  render(<PermissionOffer />);
  expect(accept()).not.toBeInTheDocument();
});
