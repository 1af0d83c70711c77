import { type Notification, type NotificationId, notificationPageSize } from '@portico/contract';
import type { NotificationFilter, NotificationPage } from './notification-page';

/** The part of a list that has been fetched, newest first. */
export interface NotificationList extends NotificationPage {
  /** Number of fetched entries of the server's list, including malformed ones that were dropped. */
  readonly fetched: number;
}

export function hasMore({ fetched, total }: NotificationList): boolean {
  return fetched < total;
}

/** The number of the next page to fetch. It may overlap the list; `appendPage` removes duplicates. */
export function getNextPage({ fetched }: NotificationList): number {
  return Math.floor(fetched / notificationPageSize);
}

/** Drops the later pages of a list. */
export function keepFirstPage(list: NotificationList): NotificationList {
  return {
    ...list,
    notifications: list.notifications.slice(0, notificationPageSize),
    fetched: Math.min(list.fetched, notificationPageSize),
  };
}

/**
 * Replaces the first page of a list by a newer one. The later pages stay, to keep the scroll position, unless the newer
 * page has no entry in common with the list.
 */
export function replaceFirstPage(list: NotificationList | undefined, page: NotificationPage): NotificationList {
  const last = page.notifications.at(-1);
  const end = last && list ? list.notifications.findIndex(({ id }) => id === last.id) : -1;
  if (!list || end < 0 || list.fetched <= notificationPageSize) return { ...page, fetched: notificationPageSize };
  const ids = new Set(page.notifications.map(({ id }) => id));
  return {
    ...page,
    notifications: [...page.notifications, ...list.notifications.slice(end + 1).filter(({ id }) => !ids.has(id))],
    fetched: Math.max(list.fetched + page.total - list.total, notificationPageSize),
  };
}

/** Whether two lists have the same first page, so that a further page of the one continues the other. */
export function haveSameStart(one: NotificationList, other: NotificationList): boolean {
  const getIds = (list: NotificationList) => list.notifications.slice(0, notificationPageSize).map(({ id }) => id);
  return one.total === other.total && getIds(one).join() === getIds(other).join();
}

/** Appends a page. Entries may have moved since the last fetch, so known ones are skipped. */
export function appendPage(list: NotificationList, page: NotificationPage, number: number): NotificationList {
  const ids = new Set(list.notifications.map(({ id }) => id));
  return {
    notifications: [...list.notifications, ...page.notifications.filter(({ id }) => !ids.has(id))],
    total: page.total,
    unread: page.unread ?? list.unread,
    fetched: Math.max(list.fetched, (number + 1) * notificationPageSize),
  };
}

/** Marks some notifications of a list, or all, as read. */
export function markRead(
  list: NotificationList,
  filter: NotificationFilter,
  ids: readonly NotificationId[] | 'all',
): NotificationList {
  const isMarked = ({ id, read }: Notification) => !read && (ids === 'all' || ids.includes(id));
  const count = list.notifications.filter(isMarked).length;
  const unread = list.unread === undefined ? undefined : ids === 'all' ? 0 : Math.max(list.unread - count, 0);
  if (filter === 'new') {
    if (ids === 'all') return { notifications: [], total: 0, unread, fetched: 0 };
    const notifications = list.notifications.filter((notification) => !isMarked(notification));
    return { notifications, total: list.total - count, unread, fetched: list.fetched - count };
  }
  const notifications = list.notifications.map((notification) =>
    isMarked(notification) ? { ...notification, read: true } : notification,
  );
  return { ...list, notifications, unread };
}
