import type { NotificationId } from '@portico/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../account/query-client';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';
import {
  firstPageOf,
  hasMore,
  type NotificationList,
  nextPageOf,
  withFirstPage,
  withPage,
  withRead,
} from './notification-list';
import { fetchNotificationPage, type NotificationFilter } from './notification-page';

const filters: readonly NotificationFilter[] = ['new', 'all'];

/** With the e-mail: what comes too late for one user never meets another. */
const everyList = () => ['notifications', store.get(sessionAtom).email];

/** Fetched once, then when `reloadNotifications` is called: only delivery knows when something may have changed. */
const listOf = (filter: NotificationFilter) => {
  const queryKey = [...everyList(), filter];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<NotificationList> => {
      const page = await fetchNotificationPage(filter, 0, signal);
      return withFirstPage(queryClient.getQueryData<NotificationList>(queryKey), page);
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Thousands of entries, of which a dozen are drawn: comparing them all costs more than drawing those.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/** One of the two lists, as far as it has been fetched. */
export function useNotificationList(filter: NotificationFilter) {
  return useQuery(listOf(filter), queryClient);
}

/** How many notifications are unread; `undefined` until the lists are there. */
export function useUnreadCount(): number | undefined {
  const { data: all } = useNotificationList('all');
  const { data: unread } = useNotificationList('new');
  return all?.unread ?? unread?.total;
}

/** Fetches the next page of a list. One at a time, and none past the end, however often it is asked to. */
export function useMoreNotifications(filter: NotificationFilter) {
  const mutationKey = [...everyList(), filter, 'more'];
  const { mutate, isPending, error } = useMutation({ mutationKey, mutationFn: () => fetchMore(filter) }, queryClient);
  const load = () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
  return { load, isPending, error };
}

async function fetchMore(filter: NotificationFilter): Promise<void> {
  const { queryKey } = listOf(filter);
  const list = queryClient.getQueryData(queryKey);
  if (!list || !hasMore(list)) return;
  const number = nextPageOf(list);
  const page = await fetchNotificationPage(filter, number);
  queryClient.setQueryData(queryKey, (present) => present && withPage(present, page, number));
}

let reloading: { readonly done: Promise<void>; isDue: boolean } | undefined;

/** Fetches both lists anew. Asked for meanwhile, however often, it is done once more. Never throws. */
export function reloadNotifications(): Promise<void> {
  if (reloading) {
    reloading.isDue = true;
    return reloading.done;
  }
  const started = { done: reloadUntilCurrent(), isDue: false };
  reloading = started;
  return started.done;
}

async function reloadUntilCurrent(): Promise<void> {
  do {
    if (reloading) reloading.isDue = false;
    await queryClient.refetchQueries({ queryKey: everyList() });
  } while (reloading?.isDue);
  reloading = undefined;
}

/** Fetches both lists anew, without their later pages: nobody looks at them. */
export function restartNotifications(): Promise<void> {
  changeLists(firstPageOf);
  return reloadNotifications();
}

/** What has been read is so on screen at once. */
export async function showAsRead(ids: readonly NotificationId[] | 'all'): Promise<void> {
  // An answer that is under way would take it back.
  await queryClient.cancelQueries({ queryKey: everyList() });
  changeLists((list, filter) => withRead(list, filter, ids));
}

function changeLists(change: (list: NotificationList, filter: NotificationFilter) => NotificationList): void {
  for (const filter of filters) {
    queryClient.setQueryData(listOf(filter).queryKey, (list) => list && change(list, filter));
  }
}
