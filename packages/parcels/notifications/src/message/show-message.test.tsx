import { queryClient } from '@portico/query';
import { type RealtimeMessage, signOut } from '@portico/shared';
import { renderParcel, Toasts, testPortal, toastTexts } from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getListQuery, markAllNotificationsRead, reloadNotifications } from '../lists/notification-lists';
import { createEntry, serveNotifications } from '../testing/test-notifications';
import { showMessage } from './show-message';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
    { name: 'Plain', module: 'plain', description: '', logo: false },
  ]);
  renderParcel(Toasts, 'overlay');
  focusWindow(true);
});
afterEach(() => jest.restoreAllMocks());

/** As the bell does. */
const fetchLists = () =>
  Promise.all((['new', 'all'] as const).map((filter) => queryClient.fetchInfiniteQuery(getListQuery(filter))));

const message: RealtimeMessage = {
  id: 7,
  title: 'Ticket 7',
  body: 'Answered',
  icon: '',
  module: 'smsa',
  redirect: '/smsa/7',
  read: false,
  createdAt: '2026-11-21T14:32:00.000Z',
  silent: false,
};

function focusWindow(hasFocus: boolean): void {
  jest.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
}

/** Doubles the browser's notifications. */
function browserSays(permission: NotificationPermission, mayShow = true) {
  const shown: SystemNotification[] = [];
  class SystemNotification {
    static permission = permission;
    onclick: (() => void) | undefined;
    onclose: (() => void) | undefined;
    isOpen = true;
    constructor(
      readonly title: string,
      readonly options?: NotificationOptions,
    ) {
      if (!mayShow) throw new TypeError('Illegal constructor');
      shown.push(this);
    }
    close() {
      this.isOpen = false;
      this.onclose?.();
    }
  }
  Object.assign(window, { Notification: SystemNotification });
  return shown;
}

it('shows a toast with the logo and a link to the redirect, and marks it read on a click', async () => {
  portal.answer('PATCH /notifications', { status: 204 });
  act(() => showMessage(message));
  const link = screen.getByRole('link', { name: 'Ticket 7: Answered' });
  // jsdom does not navigate, and logs that.
  link.addEventListener('click', (event) => event.preventDefault());
  expect(link).toHaveAttribute('href', 'http://localhost/smsa/7');
  expect(document.querySelector('[data-toast] img')).toHaveAttribute('src', '/media/apps/smsa/notification.png');
  await userEvent.click(link);
  await waitFor(() =>
    expect(portal.calls).toContainEqual(expect.objectContaining({ route: 'PATCH /notifications', body: { ids: [7] } })),
  );
});

it('asks for no file of a module without a logo, or of one that the user does not have', () => {
  for (const module of ['plain', 'former']) act(() => showMessage({ ...message, id: module, module }));
  expect(toastTexts()).toHaveLength(2);
  expect(document.querySelectorAll('[data-toast] img')).toHaveLength(0);
  const shown = browserSays('granted');
  focusWindow(false);
  for (const module of ['plain', 'former']) act(() => showMessage({ ...message, module }));
  expect(shown.map(({ options }) => options?.icon)).toEqual([undefined, undefined]);
});

it('shows a toast for one without a title, named for its application', () => {
  act(() => showMessage({ ...message, title: '', body: '' }));
  expect(toastTexts()).toEqual(['SMSA']);
});

it.each(['javascript:alert(1)', 'undefined', 'null'])('shows no link for %s', (redirect) => {
  act(() => showMessage({ ...message, redirect }));
  expect(toastTexts()).toEqual(['Ticket 7: Answered']);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('shows markup as text, the icon when there is no module, and cuts long texts', () => {
  act(() =>
    showMessage({
      ...message,
      module: '',
      icon: 'brands/github',
      body: `<img src=x onerror=alert(1)>${'x'.repeat(9_000)}`,
    }),
  );
  expect(toastTexts()[0]).toMatch(/^Ticket 7: <img src=x onerror=alert\(1\)>x+…$/);
  expect(toastTexts()[0]?.length).toBeLessThan(600);
  expect(document.querySelectorAll('[data-toast] img')).toHaveLength(1);
  expect(document.querySelector('[data-toast] img')).toHaveAttribute('src', '/media/icons/brands/github.svg');
});

it('cuts a text between the characters that users see', () => {
  act(() => showMessage({ ...message, body: `b${'😀'.repeat(900)}` }));
  expect(toastTexts()).toEqual([`Ticket 7: b${'😀'.repeat(499)}…`]);
});

it('closes what waits or is on screen once all is marked as read, and shows no late message of it', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => createEntry(20 - index));
  serveNotifications(portal, entries);
  await fetchLists();
  act(() => {
    for (const { id } of entries.slice(1)) showMessage({ ...message, id });
  });
  const shown = browserSays('granted');
  focusWindow(false);
  act(() => showMessage({ ...message, id: 20 }));
  expect(toastTexts()).toHaveLength(19);
  await act(() => markAllNotificationsRead());
  expect(toastTexts()).toEqual([]);
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false]);
  // A push has its id as a text.
  act(() => showMessage({ ...message, id: '15' }));
  expect([toastTexts(), shown.length]).toEqual([[], 1]);
});

it('closes what the lists have as read', async () => {
  const entries = [createEntry(3), createEntry(2), createEntry(1)];
  serveNotifications(portal, entries);
  await fetchLists();
  act(() => {
    for (const { id } of entries) showMessage({ ...message, id, title: `Ticket ${id}`, body: '' });
  });
  entries.splice(1, 1, createEntry(2, { read: 1 }));
  await act(() => reloadNotifications());
  expect(toastTexts()).toEqual(['Ticket 3', 'Ticket 1']);
});

it('closes nothing while the lists cannot be fetched', async () => {
  serveNotifications(portal, []);
  await fetchLists();
  act(() => showMessage(message));
  portal.answer('GET /notifications', { status: 400 });
  await act(() => reloadNotifications());
  expect(toastTexts()).toHaveLength(1);
});

it('shows a system notification while the user is in another window, if they allow it', async () => {
  portal.answer('PATCH /notifications', { status: 204 });
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const shown = browserSays('granted');
  focusWindow(false);
  act(() => showMessage(message));
  expect(toastTexts()).toEqual([]);
  expect(shown).toMatchObject([
    { title: 'Ticket 7', options: { body: 'Answered', icon: '/media/apps/smsa/notification.png' } },
  ]);
  shown[0]?.onclick?.();
  expect(open).toHaveBeenCalledWith('http://localhost/smsa/7', '_blank', 'noopener');
  await waitFor(() => expect(portal.calls).toContainEqual(expect.objectContaining({ route: 'PATCH /notifications' })));
});

it('closes the system notifications when the user signs out', async () => {
  const shown = browserSays('granted');
  focusWindow(false);
  for (const id of [7, 8]) act(() => showMessage({ ...message, id }));
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  await act(() => signOut());
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

it.each<[NotificationPermission, boolean]>([
  ['default', true],
  ['denied', true],
  ['granted', false],
])('shows a toast in another window when the permission is %s and a page may show one: %s', (permission, mayShow) => {
  browserSays(permission, mayShow);
  focusWindow(false);
  act(() => showMessage(message));
  expect(toastTexts()).toEqual(['Ticket 7: Answered']);
});
