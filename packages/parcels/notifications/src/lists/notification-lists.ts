import { type Notification, notificationListSchema, notificationPageSize, notificationSchema } from '@portico/contract';
import { type InfiniteData, infiniteQueryOptions, queryClient, useInfiniteQuery } from '@portico/query';
import { announceAccountChange, callApi, onAccountChange, send, sessionAtom, store } from '@portico/shared';
import * as v from 'valibot';
import { reportFailure } from '../failure/failures';
import { closeMessages } from './shown-messages';

/** The two lists of the panel: the unread notifications, and all. */
export type NotificationFilter = 'new' | 'all';

/** One page of a list, newest first. */
interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** Number of entries of the whole list. */
  readonly total: number;
  /** Number of unread ones among all the user's notifications, if the API tells. */
  readonly unread: number | undefined;
}

type Pages = InfiniteData<NotificationPage>;

const readStates: Record<NotificationFilter, readonly string[]> = { new: ['0'], all: ['1', '0'] };

/** With the e-mail, so that a late answer for one user is not shown to another. */
const getListsKey = () => ['notifications', store.get(sessionAtom).email];

/** Refetched only by `reloadNotifications` and the polling: the delivery knows when a list may have changed. */
export const getListQuery = (filter: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: [...getListsKey(), filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const offset = pages.length * notificationPageSize;
      return offset < total ? offset : undefined;
    },
    select: mergePages,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of entries costs more than drawing the dozen that are visible.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** @param options the bell's: whether to fetch already, and how often to fetch again */
export function useNotificationList(
  filter: NotificationFilter,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number | false } = {},
) {
  return useInfiniteQuery({ ...getListQuery(filter), ...options }, queryClient);
}

/** The number of unread notifications; `undefined` until a list is fetched. */
export function getUnreadCount(all: NotificationPage | undefined, unread: NotificationPage | undefined) {
  return all?.unread ?? unread?.total;
}

/** Entries that moved between two fetches are in two pages. */
function mergePages({ pages }: Pages): NotificationPage & { readonly haveTotalsChanged: boolean } {
  const byId = new Map(pages.flatMap(({ notifications }) => notifications.map((entry) => [entry.id, entry] as const)));
  const { total = 0, unread } = pages[0] ?? {};
  const haveTotalsChanged = pages.some((page) => page.total !== total);
  return { notifications: [...byId.values()], total, unread, haveTotalsChanged };
}

/** A malformed entry is dropped and reported; the others stay. */
async function fetchPage(filter: NotificationFilter, offset: number, signal: AbortSignal): Promise<NotificationPage> {
  const searchParams = [
    ['offset', String(offset)],
    ['limit', String(notificationPageSize)],
    ...readStates[filter].map((state) => ['read', state]),
  ];
  const answer = await callApi('notifications', notificationListSchema, { searchParams, signal });
  return {
    notifications: answer.notifications.flatMap(parseEntry),
    total: answer.total,
    unread: answer.totalUnreadNotifications,
  };
}

function parseEntry(entry: unknown): Notification[] {
  const parsed = v.safeParse(notificationSchema, entry);
  if (parsed.success) return [parsed.output];
  reportMalformed(entry, parsed.issues);
  return [];
}

const reported = new Set<string>();

/** Reports each entry once, although the lists are fetched many times. */
function reportMalformed(entry: unknown, issues: readonly v.BaseIssue<unknown>[]): void {
  const excerpt = JSON.stringify(entry)?.slice(0, 200) ?? '';
  if (reported.has(excerpt)) return;
  reported.add(excerpt);
  // Without the entry and the values that messages quote: a notification's content is private.
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'entry'} fails ${issue.type}`);
  reportFailure('A notification was dropped, because it is malformed', new TypeError(problems.join(', ')));
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
  let startedAt = 0;
  while (isReloadDue) {
    isReloadDue = false;
    startedAt = Date.now();
    // A pending answer may be older than the change. Without a list, a refetch would join that fetch.
    await queryClient.cancelQueries({ queryKey: getListsKey() });
    await queryClient.refetchQueries({ queryKey: getListsKey() });
  }
  reloading = undefined;
  closeReadMessages(startedAt);
}

/** Closes the messages that the lists say were read, if the unread ones have been fetched since this time. */
function closeReadMessages(since: number): void {
  const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(getListQuery('new').queryKey) ?? {};
  if (!data || dataUpdatedAt < since) return;
  const { notifications, total } = mergePages(data);
  const unread = new Set(notifications.map(({ id }) => String(id)));
  closeMessages((id) => (unread.size === total ? !unread.has(id) : isRead(id)));
}

/** Whether the fetched list has a notification as read. */
export function isRead(id: Notification['id']): boolean {
  const all = queryClient.getQueryData(getListQuery('all').queryKey);
  const isSame = (entry: Notification) => String(entry.id) === String(id);
  return all?.pages.some(({ notifications }) => notifications.find(isSame)?.read) ?? false;
}

/** Fetches both lists again, and drops their later pages. For lists that were not on screen. */
export function restartNotifications(): Promise<void> {
  updateLists(({ pages, pageParams }) => ({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }));
  return reloadNotifications();
}

function updateLists(change: (list: Pages, filter: NotificationFilter) => Pages): void {
  for (const filter of ['new', 'all'] as const)
    queryClient.setQueryData(getListQuery(filter).queryKey, (list) => list && change(list, filter));
}

/** Shows notifications as read before the server answers. */
async function showRead(ids: readonly Notification['id'][] | 'all'): Promise<void> {
  closeMessages(ids);
  // The answer of a pending fetch would undo it.
  await queryClient.cancelQueries({ queryKey: getListsKey() });
  const isMarked = ({ id, read }: Notification) => !read && (ids === 'all' || ids.includes(id));
  updateLists(({ pages, pageParams }, filter) => {
    const count = pages.flatMap(({ notifications }) => notifications.filter(isMarked)).length;
    const subtract = (number: number) => (ids === 'all' ? 0 : Math.max(number - count, 0));
    const markRead = ({ notifications, total, unread }: NotificationPage): NotificationPage => ({
      notifications:
        filter === 'new'
          ? notifications.filter((entry) => !isMarked(entry))
          : notifications.map((entry) => (isMarked(entry) ? { ...entry, read: true } : entry)),
      total: filter === 'new' ? subtract(total) : total,
      unread: unread === undefined ? undefined : subtract(unread),
    });
    return { pages: pages.map(markRead), pageParams };
  });
}

/** Marks a notification read in all tabs. A failure is silent: the lists then show it as unread again. */
export async function markNotificationRead(id: Notification['id']): Promise<void> {
  await showRead([id]);
  await send('notifications', { method: 'patch', json: { ids: [id] }, keepalive: true }).catch(() => undefined);
  await announceRead();
}

/** Marks all notifications read, here and in the other tabs. Throws ApiFailure. */
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
