import { type ApiAnswer, type ApiCall, testPortal } from '@portico/shared/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createEntry, type Entry, serveNotifications } from '../testing/test-notifications';
import {
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationFilter,
  reloadNotifications,
  restartNotifications,
  useNotificationList,
} from './notification-lists';

const portal = testPortal();
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
});

const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const createEntries = (from: number, to: number) => range(from, to).map((id) => createEntry(id));
const listCalls = () => portal.calls.filter(({ route }) => route === 'GET /notifications');

/** Draws a list, and waits for its first page. */
async function open(filter: NotificationFilter) {
  // The copy reads every property, so the hook follows all of them.
  const { result } = renderHook(() => ({ ...useNotificationList(filter) }));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  const startMore = () => act(async () => void result.current.fetchNextPage({ cancelRefetch: false }));
  return {
    getIds: () => result.current.data?.notifications.map(({ id }) => id),
    getList: () => result.current,
    startMore,
    async loadMore() {
      await act(async () => void (await result.current.fetchNextPage({ cancelRefetch: false })));
      await waitFor(() => expect(result.current.isFetching).toBe(false));
    },
  };
}

it('continues where it ends, until it is complete', async () => {
  serveNotifications(portal, createEntries(25, 1));
  const { getIds, getList, loadMore } = await open('all');
  expect(getIds()).toEqual(range(25, 16));
  await loadMore();
  expect(getList().hasNextPage).toBe(true);
  await loadMore();
  await waitFor(() => expect(getIds()).toEqual(range(25, 1)));
  expect(getList().hasNextPage).toBe(false);
  expect(listCalls()).toHaveLength(3);
});

it('is complete although a malformed entry was dropped', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  serveNotifications(portal, [...createEntries(10, 2), { ...createEntry(1), id: '' }]);
  const { getIds, getList } = await open('all');
  expect(getIds()).toEqual(range(10, 2));
  expect(getList().hasNextPage).toBe(false);
  error.mockRestore();
});

it('keeps its later pages when new entries arrive, without duplicates', async () => {
  const entries = createEntries(25, 1);
  serveNotifications(portal, entries);
  const { getIds, loadMore } = await open('all');
  await loadMore();
  entries.unshift(createEntry(27), createEntry(26));
  await act(() => reloadNotifications());
  await waitFor(() => expect(getIds()).toEqual(range(27, 8)));
  await loadMore();
  await waitFor(() => expect(getIds()).toEqual(range(27, 1)));
});

it('has no entry twice, and tells that the list has changed, when entries move between two fetches', async () => {
  const entries = createEntries(25, 1);
  serveNotifications(portal, entries);
  const { getIds, getList, loadMore } = await open('all');
  expect(getList().data?.haveTotalsChanged).toBe(false);
  entries.unshift(createEntry(26));
  await loadMore();
  await waitFor(() => expect(getIds()).toEqual(range(25, 7)));
  expect(getList().data?.haveTotalsChanged).toBe(true);
});

/** Holds back the answer to the first call for the second page. */
function holdSecondPage(entries: Entry[]): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  const answerNow = ({ search }: ApiCall): ApiAnswer => {
    const offset = Number(new URLSearchParams(search).get('offset'));
    return { body: { notifications: entries.slice(offset, offset + 10), total: entries.length } };
  };
  portal.answer('GET /notifications', (call) => {
    const answer = answerNow(call);
    if (!call.search.includes('offset=10') || !isFirst) return answer;
    isFirst = false;
    return held.then(() => answer);
  });
  return release;
}

it('loses no entry that arrives during the fetch of an older page', async () => {
  const entries = createEntries(25, 1);
  const release = holdSecondPage(entries);
  const { getIds, startMore, loadMore } = await open('new');
  await startMore();
  await waitFor(() => expect(listCalls()).toHaveLength(2));
  entries.unshift(createEntry(26));
  await act(() => reloadNotifications());
  release();
  await loadMore();
  await waitFor(() => expect(getIds()).toEqual(range(26, 7)));
});

it('starts over with its first page', async () => {
  serveNotifications(portal, createEntries(25, 1));
  const { getIds, loadMore } = await open('all');
  await loadMore();
  await act(() => restartNotifications());
  await waitFor(() => expect(getIds()).toEqual(range(25, 16)));
});

it('fetches a list once more for all that arrives during a fetch', async () => {
  serveNotifications(portal, [createEntry(1)]);
  await open('all');
  const before = listCalls().length;
  await act(() => Promise.all(range(20, 1).map(() => reloadNotifications())));
  expect(listCalls()).toHaveLength(before + 2);
});

it.each<
  [string, NotificationFilter, () => Promise<void>, { ids: number[]; read: number[]; total: number; unread: number }]
>([
  ['one', 'all', () => markNotificationRead(20), { ids: range(25, 16), read: [20], total: 25, unread: 24 }],
  [
    'one',
    'new',
    () => markNotificationRead(20),
    { ids: range(25, 16).filter((id) => id !== 20), read: [], total: 24, unread: 24 },
  ],
  ['all', 'all', markAllNotificationsRead, { ids: range(25, 16), read: range(25, 16), total: 25, unread: 0 }],
  ['all', 'new', markAllNotificationsRead, { ids: [], read: [], total: 0, unread: 0 }],
])('marks %s read in the list %s before it is fetched again', async (_count, filter, mark, expected) => {
  serveNotifications(portal, createEntries(25, 1));
  const { getList } = await open(filter);
  portal.answer('GET /notifications', new Promise<ApiAnswer>(() => {}));
  await act(async () => void mark());
  await waitFor(() => expect(getList().data?.unread).toBe(expected.unread));
  const { notifications = [], total, unread } = getList().data ?? {};
  const read = notifications.filter((entry) => entry.read).map(({ id }) => id);
  expect({ ids: notifications.map(({ id }) => id), read, total, unread }).toEqual(expected);
});
