import { queryClient } from '@portico/query';
import { dismissToast } from '@portico/shared';
import {
  type LeadingTab,
  renderParcel,
  startLeadingTab,
  supportLocks,
  Toasts,
  testPortal,
  toastTexts,
} from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Notifications } from '../bell/bell';
import { panel } from '../panel/lazy-panel';
import { supportLayout, supportWidth } from '../testing/browser';
import { createEntry, serveNotifications } from '../testing/test-notifications';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
let leader: LeadingTab;

beforeAll(async () => {
  supportLayout();
  supportLocks();
  supportWidth(1280);
  await panel.load();
  leader = startLeadingTab();
});
beforeEach(async () => {
  await portal.reset();
  leader.setState({ email: ana.email, status: 'connected', connection: 'first' });
});
afterAll(() => leader.close());

const getLists = () =>
  portal.calls
    .filter(({ route }) => route === 'GET /notifications')
    .map(({ search }) => decodeURIComponent(search))
    .sort();
const all = '?offset=0&limit=10&read=1&read=0';
const unread = '?offset=0&limit=10&read=0';

it('fetches each list once at the start: as soon as messages arrive', async () => {
  serveNotifications(portal, [createEntry(1)]);
  await portal.signIn(ana, apps);
  renderParcel(Notifications, 'notifications');
  expect(await screen.findByRole('button', { name: 'Notificações' })).toBeVisible();
  expect(getLists()).toEqual([]);
  leader.setState({ status: 'live' });
  expect(await screen.findByRole('button', { name: 'Notificações, 1 não lida' })).toBeVisible();
  await waitFor(() => expect(getLists()).toEqual([unread, all]));
  // The first load of the page is no return to it.
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })));
  expect(getLists()).toEqual([unread, all]);
  // A later connection may have missed messages.
  leader.setState({ connection: 'second' });
  await waitFor(() => expect(getLists()).toEqual([unread, unread, all, all]));
});

it('fetches them before, when the user opens the panel', async () => {
  serveNotifications(portal, [createEntry(1)]);
  await portal.signIn(ana, apps);
  renderParcel(Notifications, 'notifications');
  await userEvent.click(await screen.findByRole('button', { name: 'Notificações' }));
  expect(await screen.findByRole('link', { name: /Ticket 1/ })).toBeVisible();
});

it('fetches them after three seconds without a connection', async () => {
  leader.setState({ status: 'reconnecting' });
  serveNotifications(portal, [createEntry(1)]);
  await portal.signIn(ana, apps);
  renderParcel(Notifications, 'notifications');
  expect(await screen.findByRole('button', { name: 'Notificações, 1 não lida' }, { timeout: 6_000 })).toBeVisible();
});

/** Shows the bell to a user with two entries, the newest first, and sends each as a message. */
async function receive(entries: ReturnType<typeof createEntry>[]): Promise<void> {
  serveNotifications(portal, entries);
  leader.setState({ status: 'live' });
  await portal.signIn(ana, apps);
  renderParcel(Toasts, 'overlay');
  renderParcel(Notifications, 'notifications');
  await screen.findByRole('button', { name: 'Notificações, 2 não lidas' });
  for (const entry of [...entries].reverse()) leader.send(entry);
}

it('closes the toasts of what was read on another device, and fetches the lists', async () => {
  const entries = [createEntry(2), createEntry(1)];
  await receive(entries);
  await waitFor(() => expect(toastTexts()).toEqual(['Ticket 1: Body 1', 'Ticket 2: Body 2']));
  entries.splice(1, 1, createEntry(1, { read: 1 }));
  leader.send({ id: 'read', silent: true, read_ids: [1] });
  await waitFor(() => expect(toastTexts()).toEqual(['Ticket 2: Body 2']));
  await screen.findByRole('button', { name: 'Notificações, 1 não lida' });
  entries.splice(0, 1, createEntry(2, { read: 1 }));
  leader.send({ id: 'read', silent: true });
  await waitFor(() => expect(toastTexts()).toEqual([]));
});

it('fetches nothing when a toast of a live message closes: the connection tells what was read', async () => {
  const entries = [createEntry(4), createEntry(3)];
  await receive(entries);
  await waitFor(() => expect([toastTexts().length, queryClient.isFetching()]).toEqual([2, 0]));
  const fetched = getLists().length;
  act(() => dismissToast('notification:3'));
  await waitFor(() => expect(toastTexts()).toHaveLength(1));
  expect([getLists().length, queryClient.isFetching()]).toEqual([fetched, 0]);
});

it('fetches them every minute while no messages arrive and the page is visible, until messages arrive again', async () => {
  const start = jest.spyOn(globalThis, 'setInterval');
  const end = jest.spyOn(globalThis, 'clearInterval');
  serveNotifications(portal, [createEntry(1)]);
  leader.setState({ status: 'live' });
  await portal.signIn(ana, apps);
  renderParcel(Notifications, 'notifications');
  await waitFor(() => expect(getLists()).toHaveLength(2));
  start.mockClear();
  leader.setState({ status: 'off' });
  // Testing Library starts others.
  const isPolling = (period: unknown) => period === 60_000;
  const findPollings = () => start.mock.calls.flatMap(([poll, period]) => (isPolling(period) ? [poll] : []));
  await waitFor(() => expect(findPollings().length).toBeGreaterThanOrEqual(2));
  const [pollOne, pollOther] = findPollings().slice(-2);
  const fetchLists = () => {
    pollOne?.();
    pollOther?.();
  };
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(fetchLists);
  visibility.mockRestore();
  expect(getLists()).toHaveLength(2);
  act(fetchLists);
  await waitFor(() => expect([getLists().length, queryClient.isFetching()]).toEqual([4, 0]));
  leader.setState({ status: 'live', connection: 'later' });
  const pollings = start.mock.results.filter((_, index) => isPolling(start.mock.calls[index]?.[1]));
  await waitFor(() => {
    for (const { value } of pollings) expect(end).toHaveBeenCalledWith(value);
  });
  start.mockRestore();
  end.mockRestore();
});

it('fetches the applications when the portal itself says something, such as that a request is granted', async () => {
  const own = createEntry(2, { module: '', title: 'You may use Orders' });
  await receive([own, createEntry(1)]);
  await waitFor(() => expect(portal.calls.filter(({ route }) => route === 'GET /tenants/smsa/apps')).toHaveLength(1));
});
