import type { NotificationId } from '@portico/contract';
import { queryClient, queryOptions, useMutation, useQuery } from '@portico/query';
import { announceAccountChange, onAccountChange, send, sessionAtom, store } from '@portico/shared';
import { startFetching, untilFetchable } from './first-fetch';
import {
  appendPage,
  getNextPage,
  hasMore,
  haveSameStart,
  keepFirstPage,
  markRead,
  type NotificationList,
  replaceFirstPage,
} from './notification-list';
import { fetchNotificationPage, type NotificationFilter } from './notification-page';

const filters: readonly NotificationFilter[] = ['new', 'all'];

/** With the e-mail, so that a late answer for one user is not shown to another. */
const getListsKey = () => ['notifications', store.get(sessionAtom).email];

/** Refetched only by `reloadNotifications`: the delivery of messages knows when a list may have changed. */
export const getListQuery = (filter: NotificationFilter) => {
  const queryKey = [...getListsKey(), filter];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<NotificationList> => {
      await untilFetchable();
      signal.throwIfAborted();
      const page = await fetchNotificationPage(filter, 0, signal);
      return replaceFirstPage(queryClient.getQueryData<NotificationList>(queryKey), page);
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of entries costs more than drawing the dozen that are visible.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/** The fetched part of one of the two lists. */
export function useNotificationList(filter: NotificationFilter) {
  return useQuery(getListQuery(filter), queryClient);
}

/** The number of unread notifications; `undefined` until a list is fetched. */
export function useUnreadCount(): number | undefined {
  const { data: all } = useNotificationList('all');
  const { data: unread } = useNotificationList('new');
  return all?.unread ?? unread?.total;
}

/** `load` fetches the next page of a list: one at a time, and none past the end. */
export function useMoreNotifications(filter: NotificationFilter) {
  const mutationKey = [...getListsKey(), filter, 'more'];
  const { mutate, isPending, error } = useMutation({ mutationKey, mutationFn: () => fetchMore(filter) }, queryClient);
  const load = () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
  return { load, isPending, error };
}

/** How often a page is fetched while the list changes. */
const pageAttempts = 3;

/**
 * Fetches the next page of a list. Entries move when one arrives meanwhile: then the page is fetched again, or one is
 * lost.
 */
export async function fetchMore(filter: NotificationFilter): Promise<void> {
  const { queryKey } = getListQuery(filter);
  for (let attempt = 1; attempt <= pageAttempts; attempt += 1) {
    const list = queryClient.getQueryData(queryKey);
    if (!list || !hasMore(list)) return;
    const number = getNextPage(list);
    const page = await fetchNotificationPage(filter, number);
    const present = queryClient.getQueryData(queryKey);
    if (!present) return;
    if ((haveSameStart(list, present) && page.total === present.total) || attempt === pageAttempts) {
      queryClient.setQueryData(queryKey, appendPage(present, page, number));
      return;
    }
    if (page.total !== present.total) await reloadNotifications();
  }
}

let reloading: Promise<void> | undefined;
let isReloadDue = false;

/** Fetches both lists again. Calls during a fetch cause one more fetch after it. Never throws. */
export function reloadNotifications(): Promise<void> {
  isReloadDue = true;
  reloading ??= reloadUntilCurrent();
  return reloading;
}

async function reloadUntilCurrent(): Promise<void> {
  while (isReloadDue) {
    isReloadDue = false;
    // Its answer may be older than what has caused this. Without a list, a refetch would join it.
    await queryClient.cancelQueries({ queryKey: getListsKey() });
    await queryClient.refetchQueries({ queryKey: getListsKey() });
  }
  reloading = undefined;
}

/** Fetches both lists again, and drops their later pages. For lists that were not on screen. */
export function restartNotifications(): Promise<void> {
  startFetching();
  updateLists(keepFirstPage);
  return reloadNotifications();
}

/** Shows notifications as read at once, before the server is told. */
async function showRead(ids: readonly NotificationId[] | 'all'): Promise<void> {
  // The answer of a pending fetch would undo it.
  await queryClient.cancelQueries({ queryKey: getListsKey() });
  updateLists((list, filter) => markRead(list, filter, ids));
}

function updateLists(change: (list: NotificationList, filter: NotificationFilter) => NotificationList): void {
  for (const filter of filters) {
    queryClient.setQueryData(getListQuery(filter).queryKey, (list) => list && change(list, filter));
  }
}

/**
 * Marks a notification read, here and in the other tabs. A failure is silent: the lists then show it as unread again.
 */
export async function markNotificationRead(id: NotificationId): Promise<void> {
  await showRead([id]);
  await send('notifications', { method: 'patch', json: { ids: [id] }, keepalive: true }).catch(() => undefined);
  await announceRead();
}

/**
 * Marks all notifications read, here and in the other tabs.
 * @throws ApiFailure
 */
export async function markAllNotificationsRead(): Promise<void> {
  await send('notifications/all', { method: 'patch' });
  await showRead('all');
  await announceRead();
}

function announceRead(): Promise<void> {
  announceAccountChange('NOTIFICATIONS_CHANGED');
  return reloadNotifications();
}

onAccountChange('NOTIFICATIONS_CHANGED', () => void reloadNotifications());
